import { BlockStack, Checkbox, ChoiceList, FormLayout } from '@shopify/polaris';
import type { SettingsByName } from '../../../domain/settings/settings-part.ts';
import { useTexts } from '../../shell/use-texts.ts';
import type { GroupFieldsProps } from '../group-view.ts';
import { NamesField } from './list-fields.tsx';
import { SettingCard } from '../setting-card.tsx';

const METHODS = ['SHIPPING', 'LOCAL', 'PICKUP_POINT', 'PICK_UP', 'RETAIL'] as const;
const SWITCHES = ['testOrders', 'highRisk', 'otherTracking'] as const;

/** Which fulfillments are handed over. */
export function EligibilityFields({ view, values, errorAt, change }: GroupFieldsProps) {
  const { settingsGroups } = useTexts();
  const texts = settingsGroups.eligibility;
  const names = (name: 'includeTags' | 'excludeTags' | 'countries') => {
    const setting = `eligibility.${name}` as const;
    return (
      <NamesField
        label={texts[name]}
        help={texts.help[name]}
        value={values[setting]}
        suggestions={name === 'countries' ? [] : (view.recent?.tags ?? [])}
        error={errorAt(setting)}
        onChange={(typed) =>
          change({
            [setting]: name === 'countries' ? typed.map((code) => code.toUpperCase()) : typed,
          } satisfies Partial<Record<keyof SettingsByName, string[]>>)
        }
      />
    );
  };
  return (
    <BlockStack gap="400">
      <SettingCard title={texts.methods}>
        <ChoiceList
          allowMultiple
          title={texts.methods}
          titleHidden
          choices={METHODS.map((method) => ({ value: method, label: texts.method[method] }))}
          selected={values['eligibility.deliveryMethods']}
          error={errorAt('eligibility.deliveryMethods')}
          onChange={(chosen: string[]) =>
            change({ 'eligibility.deliveryMethods': METHODS.filter((method) => chosen.includes(method)) })
          }
        />
      </SettingCard>
      <SettingCard title={texts.special}>
        <BlockStack gap="200">
          {SWITCHES.map((name) => (
            <Checkbox
              key={name}
              label={texts[name]}
              checked={values[`eligibility.${name}`] === 'hand-over'}
              onChange={(isOn) => change({ [`eligibility.${name}`]: isOn ? 'hand-over' : 'skip' })}
            />
          ))}
        </BlockStack>
      </SettingCard>
      <SettingCard title={texts.tags}>
        <FormLayout>
          {names('includeTags')}
          {names('excludeTags')}
          {names('countries')}
        </FormLayout>
      </SettingCard>
    </BlockStack>
  );
}
