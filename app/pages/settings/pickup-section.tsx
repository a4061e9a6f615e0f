import { BlockStack, ChoiceList, FormLayout, Link } from '@shopify/polaris';
import { SettingsSection, type CardSaving } from './form/settings-section.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { AddressFields, BranchField } from './pickup-point-fields.tsx';
import type { SettingsFieldsProps, SettingsValues, SettingsView } from './settings-view.ts';

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
