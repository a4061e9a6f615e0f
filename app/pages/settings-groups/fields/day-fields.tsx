import { BlockStack, Checkbox, InlineError, InlineStack, Text, Button, Tag, TextField } from '@shopify/polaris';
import { useId, useState } from 'react';
import { useLocale, useTexts } from '../../shell/use-texts.ts';

interface WeekdaysFieldProps {
  readonly label: string;
  /** ISO weekdays: 1 is Monday. */
  readonly value: readonly number[];
  readonly error?: string | undefined;
  readonly onChange: (days: number[]) => void;
}

export function WeekdaysField({ label, value, error, onChange }: WeekdaysFieldProps) {
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
              checked={value.includes(day)}
              onChange={(isOn) => onChange(WEEK.filter((each) => (each === day ? isOn : value.includes(each))))}
            />
          ))}
        </InlineStack>
      </div>
      {error !== undefined && <InlineError message={error} fieldID={id} />}
    </BlockStack>
  );
}

const WEEK = [1, 2, 3, 4, 5, 6, 7];

interface HolidaysFieldProps {
  /** `YYYY-MM-DD` */
  readonly value: readonly string[];
  /** The country's own. */
  readonly suggested: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (days: string[]) => void;
}

/** Days without deliveries. Each is chosen in the browser's calendar, and shown in the reader's format. */
export function HolidaysField({ value: days, suggested, error, onChange }: HolidaysFieldProps) {
  const texts = useTexts().settingsGroups.dates;
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeZone: 'UTC' });
  const [chosen, setChosen] = useState('');
  const add = (more: readonly string[]) => onChange([...new Set([...days, ...more])].sort());
  const missing = suggested.filter((day) => !days.includes(day));
  return (
    <BlockStack gap="200">
      <TextField
        type="date"
        label={texts.holidays}
        helpText={texts.holidaysHelp}
        autoComplete="off"
        value={chosen}
        error={error}
        onChange={setChosen}
        connectedRight={
          <Button
            disabled={chosen === ''}
            onClick={() => {
              add([chosen]);
              setChosen('');
            }}
          >
            {texts.addHoliday}
          </Button>
        }
      />
      {missing.length > 0 && (
        <InlineStack>
          <Button variant="plain" onClick={() => add(missing)}>
            {texts.addCountryHolidays({ count: missing.length })}
          </Button>
        </InlineStack>
      )}
      <InlineStack gap="200">
        {days.map((day) => (
          <Tag key={day} onRemove={() => onChange(days.filter((each) => each !== day))}>
            {printed(day, format)}
          </Tag>
        ))}
      </InlineStack>
    </BlockStack>
  );
}

/** A day that was typed wrongly before stays as it is, so that it can be removed. */
function printed(day: string, format: Intl.DateTimeFormat): string {
  const time = Date.parse(`${day}T12:00:00Z`);
  return Number.isNaN(time) ? day : format.format(time);
}
