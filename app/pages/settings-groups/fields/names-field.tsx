import { Combobox, Listbox, TextField } from '@shopify/polaris';
import { useState } from 'react';

interface NamesFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly names: readonly string[];
  /** Names that the shop has, to pick from. Every other name can be typed as well. */
  readonly suggestions?: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (names: string[]) => void;
}

/** The most suggestions shown at once, because nobody reads a longer list. */
const SUGGESTED_LIMIT = 20;

/**
 * Several names in one field, separated by commas. The field keeps the text exactly as typed. While the last name is
 * typed, names that the shop has are suggested.
 */
export function NamesField({ label, help, names, suggestions = [], error, onChange }: NamesFieldProps) {
  const [typed, setTyped] = useState(() => names.join(', '));
  // the names were changed elsewhere, by a discard or in another tab
  const shown = sameNames(namesIn(typed), names) ? typed : names.join(', ');
  const type = (text: string) => {
    setTyped(text);
    onChange(namesIn(text));
  };
  const field = {
    label,
    ...(help !== undefined && { helpText: help }),
    autoComplete: 'off',
    value: shown,
    error,
    onChange: type,
  };
  const { before, last } = lastName(shown);
  const chosen = new Set(namesIn(before).map(lower));
  const offered = suggestions
    .filter((name) => !chosen.has(lower(name)) && lower(name).includes(lower(last)))
    .slice(0, SUGGESTED_LIMIT);
  if (suggestions.length === 0) return <TextField {...field} />;
  return (
    <Combobox activator={<Combobox.TextField {...field} />}>
      {offered.length === 0 ? null : (
        <Listbox onSelect={(name) => type([...namesIn(before), name].join(', '))}>
          {offered.map((name) => (
            <Listbox.Option key={name} value={name}>
              {name}
            </Listbox.Option>
          ))}
        </Listbox>
      )}
    </Combobox>
  );
}

const lower = (name: string) => name.toLocaleLowerCase();

/** The name that is being typed, and what stands before it. After a complete name, the next one is offered. */
function lastName(text: string): { readonly before: string; readonly last: string } {
  const at = text.lastIndexOf(',') + 1;
  return { before: text.slice(0, at), last: text.slice(at).trim() };
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
