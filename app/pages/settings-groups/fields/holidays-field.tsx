import { BlockStack, Button, InlineStack, Tag, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useLocale, useTexts } from '../../shell/use-texts.ts';

interface HolidaysFieldProps {
  /** `YYYY-MM-DD` */
  readonly days: readonly string[];
  /** The country's own. */
  readonly suggested: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (days: string[]) => void;
}

/** Days without deliveries. Each is chosen in the browser's calendar, and shown in the reader's format. */
export function HolidaysField({ days, suggested, error, onChange }: HolidaysFieldProps) {
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
