import { BlockStack, Checkbox, InlineError, InlineStack, Text } from '@shopify/polaris';
import { useId } from 'react';
import { useLocale } from '../../shell/use-texts.ts';

interface WeekdaysFieldProps {
  readonly label: string;
  /** ISO weekdays: 1 is Monday. */
  readonly days: readonly number[];
  readonly error?: string | undefined;
  readonly onChange: (days: number[]) => void;
}

export function WeekdaysField({ label, days, error, onChange }: WeekdaysFieldProps) {
  const id = useId();
  const format = new Intl.DateTimeFormat(useLocale(), { weekday: 'short', timeZone: 'UTC' });
  return (
    <BlockStack gap="100">
      <div role="group" aria-labelledby={id}>
        <Text as="span" id={id}>
          {label}
        </Text>
        <InlineStack gap="400">
          {WEEK.map((day) => (
            <Checkbox
              key={day}
              label={format.format(new Date(Date.UTC(2024, 0, day)))} // January 2024 begins on a Monday
              checked={days.includes(day)}
              onChange={(isOn) => onChange(WEEK.filter((each) => (each === day ? isOn : days.includes(each))))}
            />
          ))}
        </InlineStack>
      </div>
      {error !== undefined && <InlineError message={error} fieldID={id} />}
    </BlockStack>
  );
}

const WEEK = [1, 2, 3, 4, 5, 6, 7];
