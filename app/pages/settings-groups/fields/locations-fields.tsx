import { Banner, BlockStack, Checkbox, FormLayout, InlineError, Select } from '@shopify/polaris';
import type { ShopSettings } from '../../../domain/settings/shop-settings.ts';
import { useTexts } from '../../shell/use-texts.ts';
import type { GroupFieldsProps } from '../group-view.ts';
import { AddressFields, BranchField } from '../../settings/pickup-fields.tsx';
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
              {handOver && point && 'id' in point && (
                <BranchField
                  branches={view.branches}
                  value={Number.isNaN(point.id) ? '' : String(point.id)}
                  error={errorAt(path)}
                  onChange={(typed) => put({ point: { id: /^\d{1,15}$/.test(typed) ? Number(typed) : NaN } })}
                />
              )}
              {handOver && point && 'address' in point && (
                <>
                  <AddressFields
                    address={point}
                    errorOf={(field) => (point[field].trim() === '' ? errorAt(path) : undefined)}
                    onChange={(typed) => put({ point: { ...point, ...typed } })}
                  />
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
