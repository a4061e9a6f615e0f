import { Banner, BlockStack, Checkbox, FormLayout, InlineError, Select, TextField } from '@shopify/polaris';
import type { ShopSettings } from '../../../domain/settings/shop-settings.ts';
import { useTexts } from '../../shell/use-texts.ts';
import type { GroupFieldsProps } from '../group-view.ts';
import { BranchField } from '../../settings/branch-field.tsx';
import { SettingCard } from '../setting-card.tsx';

type LocationSettings = ShopSettings['pickup']['locations'][string];
const DEFAULTS: LocationSettings = { handOver: true, point: null };

/** Whether fulfillments of a Shopify location are handed over, and where they are collected. */
export function LocationsFields({ view, values, errorAt, change }: GroupFieldsProps) {
  const { settingsGroups: texts, settings } = useTexts();
  const own = texts.locations;
  const locations = values['pickup.locations'];
  if (!view.locations) return <Banner tone="warning">{own.notRead}</Banner>;
  return (
    <BlockStack gap="400">
      {view.locations.map(({ id, name }) => {
        const path = `pickup.locations.${id}`;
        const { handOver, point } = locations[id] ?? DEFAULTS;
        const put = (next: Partial<LocationSettings>) =>
          change({ 'pickup.locations': { ...locations, [id]: { handOver, point, ...next } } });
        const kind = point === null ? 'default' : 'id' in point ? 'branch' : 'address';
        return (
          <SettingCard key={id} title={name}>
            <FormLayout>
              <Checkbox label={own.handOver} checked={handOver} onChange={(isOn) => put({ handOver: isOn })} />
              {handOver && (
                <Select
                  label={settings.pickup.title}
                  options={[
                    { value: 'default', label: own.defaultPickup },
                    { value: 'branch', label: settings.pickup.branch },
                    { value: 'address', label: settings.pickup.address },
                  ]}
                  value={kind}
                  onChange={(chosen) =>
                    put({
                      point:
                        chosen === 'branch'
                          ? { id: NaN }
                          : chosen === 'address'
                            ? { name: '', address: '', district: '' }
                            : null,
                    })
                  }
                />
              )}
              {handOver && point && 'id' in point && view.branches && (
                <BranchField
                  branches={view.branches}
                  value={Number.isNaN(point.id) ? '' : String(point.id)}
                  error={errorAt(path)}
                  onChange={(chosen) => put({ point: { id: chosen === '' ? NaN : Number(chosen) } })}
                />
              )}
              {handOver && point && 'id' in point && !view.branches && (
                <TextField
                  label={settings.pickup.branchId}
                  helpText={settings.pickup.branchIdHelp}
                  autoComplete="off"
                  inputMode="numeric"
                  value={Number.isNaN(point.id) ? '' : String(point.id)}
                  error={errorAt(path)}
                  onChange={(typed) => put({ point: { id: /^\d{1,15}$/.test(typed) ? Number(typed) : NaN } })}
                />
              )}
              {handOver && point && 'address' in point && (
                <>
                  {(['name', 'address', 'district'] as const).map((field) => (
                    <TextField
                      key={field}
                      label={settings.pickup[field === 'address' ? 'street' : field]}
                      autoComplete="off"
                      value={point[field]}
                      error={point[field].trim() === '' ? errorAt(path) : undefined}
                      onChange={(typed) => put({ point: { ...point, [field]: typed } })}
                    />
                  ))}
                  {errorAt(path) !== undefined && <InlineError message={errorAt(path) ?? ''} fieldID={path} />}
                </>
              )}
            </FormLayout>
          </SettingCard>
        );
      })}
    </BlockStack>
  );
}
