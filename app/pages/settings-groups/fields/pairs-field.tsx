import { TextField } from '@shopify/polaris';
import { useState } from 'react';

interface PairsFieldProps {
  readonly label: string;
  readonly help: string;
  readonly pairs: Readonly<Record<string, string>>;
  readonly error?: string | undefined;
  readonly onChange: (pairs: Record<string, string>) => void;
}

/** One pair for each line, `from = to`. A line without an equals sign is a pair whose second half is missing. */
export function PairsField({ label, help, pairs, error, onChange }: PairsFieldProps) {
  const [typed, setTyped] = useState(() => print(pairs));
  const shown = print(read(typed)) === print(pairs) ? typed : print(pairs);
  return (
    <TextField
      label={label}
      helpText={help}
      autoComplete="off"
      multiline={3}
      value={shown}
      error={error}
      onChange={(text) => {
        setTyped(text);
        onChange(read(text));
      }}
    />
  );
}

function read(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [from = '', ...to] = line.split('=');
      return [from.trim(), to.join('=').trim()];
    }),
  );
}

function print(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([from, to]) => `${from} = ${to}`)
    .join('\n');
}
