import { Combobox, Listbox, TextField } from '@shopify/polaris';
import { useState } from 'react';

interface ListFieldProps<Value> {
  readonly label: string;
  readonly help?: string;
  readonly value: Readonly<Value>;
  readonly error?: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** A field that keeps the text exactly as typed, and the value that is read in it. */
function useTyped<Value>(
  { label, help, value, error, onChange }: ListFieldProps<Value>,
  read: (text: string) => Value,
  print: (value: Readonly<Value>) => string,
) {
  const printed = print(value);
  const [typed, setTyped] = useState(printed);
  return {
    label,
    ...(help !== undefined && { helpText: help }),
    autoComplete: 'off',
    // the value was changed elsewhere, by a discard or in another tab
    value: print(read(typed)) === printed ? typed : printed,
    error,
    onChange: (text: string) => {
      setTyped(text);
      onChange(read(text));
    },
  };
}

/** The most suggestions shown at once, because nobody reads a longer list. */
const SUGGESTED_LIMIT = 20;

interface NamesFieldProps extends ListFieldProps<string[]> {
  /** Names that the shop has, to pick from. Every other name can be typed as well. */
  readonly suggestions?: readonly string[];
}

/** Several names in one field, separated by commas. While the last one is typed, names that the shop has are suggested. */
export function NamesField({ suggestions = [], ...given }: NamesFieldProps) {
  const field = useTyped(given, namesIn, (names) => names.join(', '));
  const { before, last } = lastName(field.value);
  const chosen = new Set(namesIn(before).map(lower));
  const offered = suggestions
    .filter((name) => !chosen.has(lower(name)) && lower(name).includes(lower(last)))
    .slice(0, SUGGESTED_LIMIT);
  if (suggestions.length === 0) return <TextField {...field} />;
  return (
    <Combobox activator={<Combobox.TextField {...field} />}>
      {offered.length === 0 ? null : (
        <Listbox onSelect={(name) => field.onChange([...namesIn(before), name].join(', '))}>
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

/** One pair for each line, `from = to`. A line without an equals sign is a pair whose second half is missing. */
export function PairsField(given: ListFieldProps<Record<string, string>>) {
  return <TextField {...useTyped(given, pairsIn, printPairs)} multiline={3} />;
}

function pairsIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [from = '', ...to] = line.split('=');
      return [from.trim(), to.join('=').trim()];
    }),
  );
}

const printPairs = (pairs: Readonly<Record<string, string>>) =>
  Object.entries(pairs)
    .map(([from, to]) => `${from} = ${to}`)
    .join('\n');
