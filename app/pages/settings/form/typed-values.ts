/** The values of `typed` that are not as before. */
export function changed<Values extends object>(typed: Values, before: Values): Partial<Values> {
  const names = Object.keys({ ...before, ...typed }) as (keyof Values)[];
  return pick(
    typed,
    names.filter((name) => !isSame(typed[name], before[name])),
  );
}

/** The values that are saved now, with what the merchant changed since `before` on top. */
export function rebase<Values extends object>(typed: Values, before: Values, saved: Values): Values {
  return { ...saved, ...changed(typed, before) };
}

export function pick<Values extends object>(values: Values, names: readonly (keyof Values)[]): Partial<Values> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}

/** Whether the same is typed at a path such as `pickup.default.id` as before. */
export const isSameAt = (path: string, typed: object, before: object) =>
  isSame(valueAt(typed, path), valueAt(before, path));

/** The value at a path, or else the nearest one around it. */
function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entry = Object.entries(value).find(([key]) => `${path}.`.startsWith(`${key}.`));
  return entry ? valueAt(entry[1], path.slice(entry[0].length + 1)) : value;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one, sorted) === JSON.stringify(other, sorted);

/** Entries have no order. */
const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** What the fields of a form of settings need. */
export interface SettingsFields<Values> {
  readonly values: Values;
  /** What is wrong with a value or anything inside it, in the merchant's language, until it is changed. */
  readonly errorAt: (path: string) => string | undefined;
  readonly change: (change: Partial<Values>) => void;
}

/** What the field of one setting needs. */
export function fieldOf<Values extends object, Name extends keyof Values & string>(
  { values, errorAt, change }: SettingsFields<Values>,
  name: Name,
) {
  return {
    value: values[name],
    error: errorAt(name),
    onChange: (value: Values[Name]) => change(pick<Values>({ ...values, [name]: value }, [name])),
  };
}

/** What the checkbox of one setting needs. */
export function checkboxOf<Values extends object, Name extends keyof Values & string>(
  fields: SettingsFields<Values>,
  name: Values[Name] extends boolean ? Name : never,
) {
  const { value, ...field } = fieldOf(fields, name);
  return { checked: value, ...field };
}
