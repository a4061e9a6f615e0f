import { TextField } from '@shopify/polaris';
import { useState } from 'react';

interface NamesFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly names: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (names: string[]) => void;
}

/** Several names in one field, separated by commas. The field keeps the text exactly as typed. */
export function NamesField({ label, help, names, error, onChange }: NamesFieldProps) {
  const [typed, setTyped] = useState(() => names.join(', '));
  // the names were changed elsewhere, by a discard or in another tab
  const shown = sameNames(namesIn(typed), names) ? typed : names.join(', ');
  return (
    <TextField
      label={label}
      {...(help !== undefined && { helpText: help })}
      autoComplete="off"
      value={shown}
      error={error}
      onChange={(text) => {
        setTyped(text);
        onChange(namesIn(text));
      }}
    />
  );
}

function namesIn(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
