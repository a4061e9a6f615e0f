import { Select } from '@shopify/polaris';
import { useTexts } from '../shell/use-texts.ts';
import type { BranchChoice } from './settings-view.ts';

/** A registered branch, by its name. A number that was saved and is not in the list stays until another one is chosen. */
export function BranchField({
  branches,
  name,
  value,
  error,
  onChange,
}: {
  readonly branches: readonly BranchChoice[];
  readonly name?: string;
  /** The number; empty when none is chosen. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (id: string) => void;
}) {
  const { pickup } = useTexts().settings;
  const listed = branches.map(({ id, name: label, place }) => ({
    value: String(id),
    label: place === '' ? label : `${label} · ${place}`,
  }));
  const isListed = value === '' || listed.some((option) => option.value === value);
  return (
    <Select
      label={pickup.branch}
      {...(name !== undefined && { name })}
      placeholder={pickup.branchChoose}
      options={isListed ? listed : [{ value, label: value }, ...listed]}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
