import { BlockStack, ChoiceList, FormLayout, Link, TextField } from '@shopify/polaris';
import { SettingsSection, type CardSaving, type SettingsFieldsProps } from './form/settings-section.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { BranchField } from './branch-field.tsx';
import type { SettingsView } from './settings-view.ts';

export function PickupSection({ saving, ...fields }: PickupFieldsProps & { readonly saving: CardSaving | null }) {
  const { settings, settingsGroups } = useTexts();
  const { title, description } = settings.pickup;
  return (
    <SettingsSection part="pickup" saving={saving} title={title} description={description}>
      <BlockStack gap="300">
        <PickupFields {...fields} />
        <Link url="/app/settings/locations">{settingsGroups.groups.locations.title}</Link>
      </BlockStack>
    </SettingsSection>
  );
}

interface PickupFieldsProps extends SettingsFieldsProps {
  /** The registered branches; null when nobody lists them. */
  readonly branches: SettingsView['branches'];
}

/** Where the operator collects the goods: a branch or an address. */
export function PickupFields({ branches, values, errors, change }: PickupFieldsProps) {
  const { pickup } = useTexts().settings;
  return (
    <FormLayout>
      <ChoiceList
        title={pickup.kind}
        name="pickupKind"
        choices={[
          { value: 'branch', label: pickup.branch, helpText: pickup.branchHelp },
          { value: 'address', label: pickup.address },
        ]}
        selected={[values.pickupKind]}
        error={errors.pickupKind}
        onChange={([chosen = '']) => change({ pickupKind: chosen })}
      />
      {values.pickupKind === 'address' ? (
        <>
          <TextField
            label={pickup.name}
            name="pickupName"
            autoComplete="off"
            value={values.pickupName}
            error={errors.pickupName}
            onChange={(typed) => change({ pickupName: typed })}
          />
          <TextField
            label={pickup.street}
            name="pickupAddress"
            autoComplete="off"
            value={values.pickupAddress}
            error={errors.pickupAddress}
            onChange={(typed) => change({ pickupAddress: typed })}
          />
          <TextField
            label={pickup.district}
            name="pickupDistrict"
            autoComplete="off"
            helpText={pickup.districtHelp}
            value={values.pickupDistrict}
            error={errors.pickupDistrict}
            onChange={(typed) => change({ pickupDistrict: typed })}
          />
        </>
      ) : branches ? (
        <BranchField
          branches={branches}
          name="branchId"
          value={values.branchId}
          error={errors.branchId}
          onChange={(chosen) => change({ branchId: chosen })}
        />
      ) : (
        <TextField
          label={pickup.branchId}
          name="branchId"
          autoComplete="off"
          inputMode="numeric"
          helpText={pickup.branchIdHelp}
          value={values.branchId}
          error={errors.branchId}
          onChange={(typed) => change({ branchId: typed })}
        />
      )}
    </FormLayout>
  );
}
