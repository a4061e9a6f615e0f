import { ChoiceList, FormLayout, Select, TextField } from '@shopify/polaris';
import { useTexts } from '../shell/use-texts.ts';
import type { SettingsFieldsProps, SettingsValues, SettingsView, BranchChoice } from './settings-view.ts';

interface PickupFieldsProps extends SettingsFieldsProps {
  /** The registered branches; null when nobody lists them. */
  readonly branches: SettingsView['branches'];
}

/** Where the operator collects the goods: a branch or an address. */
export function PickupFields({ branches, values, errorAt, change }: PickupFieldsProps) {
  const { pickup } = useTexts().settings;
  const point = values['pickup.default'];
  const put = (typed: Partial<SettingsValues['pickup.default']>) =>
    change({ 'pickup.default': { ...point, ...typed } });
  return (
    <FormLayout>
      <ChoiceList
        title={pickup.kind}
        name="pickupKind"
        choices={[
          { value: 'branch', label: pickup.branch, helpText: pickup.branchHelp },
          { value: 'address', label: pickup.address },
        ]}
        selected={[point.kind]}
        error={errorAt('pickup.default.kind')}
        onChange={([kind = '']) => put({ kind })}
      />
      {point.kind === 'address' ? (
        <AddressFields
          address={point}
          districtHelp={pickup.districtHelp}
          errorOf={(field) => errorAt(`pickup.default.${field}`)}
          onChange={put}
        />
      ) : (
        <BranchField
          branches={branches}
          value={point.id}
          error={errorAt('pickup.default.id')}
          onChange={(id) => put({ id })}
        />
      )}
    </FormLayout>
  );
}

interface BranchFieldProps {
  /** The registered branches; null when nobody lists them. */
  readonly branches: readonly BranchChoice[] | null;
  /** The number; empty when none is chosen. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (id: string) => void;
}

/**
 * A registered branch by its name, or by its number where nobody lists them. A number that was saved and is not in the
 * list stays until another one is chosen.
 */
export function BranchField({ branches, ...field }: BranchFieldProps) {
  const { pickup } = useTexts().settings;
  if (!branches) {
    return (
      <TextField
        label={pickup.branchId}
        name="branchId"
        autoComplete="off"
        inputMode="numeric"
        helpText={pickup.branchIdHelp}
        {...field}
      />
    );
  }
  const { value } = field;
  const listed = branches.map(({ id, name: label, place }) => ({
    value: String(id),
    label: place === '' ? label : `${label} · ${place}`,
  }));
  const isListed = value === '' || listed.some((option) => option.value === value);
  return (
    <Select
      label={pickup.branch}
      name="branchId"
      placeholder={pickup.branchChoose}
      options={isListed ? listed : [{ value, label: value }, ...listed]}
      {...field}
    />
  );
}

const ADDRESS_FIELDS = ['name', 'address', 'district'] as const;
type Address = Readonly<Record<(typeof ADDRESS_FIELDS)[number], string>>;

interface AddressFieldsProps {
  readonly address: Address;
  readonly districtHelp?: string;
  readonly errorOf: (field: keyof Address) => string | undefined;
  readonly onChange: (change: Partial<Address>) => void;
}

export function AddressFields({ address, districtHelp, errorOf, onChange }: AddressFieldsProps) {
  const { pickup } = useTexts().settings;
  return ADDRESS_FIELDS.map((field) => (
    <TextField
      key={field}
      label={pickup[field === 'address' ? 'street' : field]}
      autoComplete="off"
      helpText={field === 'district' ? districtHelp : undefined}
      value={address[field]}
      error={errorOf(field)}
      onChange={(typed) => onChange({ [field]: typed })}
    />
  ));
}
