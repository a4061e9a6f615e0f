import { BlockStack, Checkbox, ChoiceList, TextField } from '@shopify/polaris';
import { useTexts } from '../../shell/use-texts.ts';
import { checkboxOf, fieldOf } from '../../settings/form/typed-values.ts';
import type { GroupFieldsProps } from '../group-view.ts';
import { SettingCard } from '../setting-card.tsx';

const WATCHES = ['off', 'warn', 'hold'] as const;

/** The grace period, what is checked before it, and what is written back to Shopify. */
export function UpdatesFields(fields: GroupFieldsProps) {
  const { values, errorAt, change } = fields;
  const texts = useTexts().settingsGroups.updates;
  const minutes = values.gracePeriodMinutes;
  return (
    <BlockStack gap="400">
      <SettingCard title={texts.grace} text={texts.graceText}>
        <TextField
          type="number"
          min={0}
          max={1440}
          label={texts.minutes}
          autoComplete="off"
          value={Number.isNaN(minutes) ? '' : String(minutes)}
          error={errorAt('gracePeriodMinutes')}
          onChange={(typed) => change({ gracePeriodMinutes: typed === '' ? NaN : Number(typed) })}
        />
      </SettingCard>
      <SettingCard title={texts.early} text={texts.earlyText}>
        <ChoiceList
          title={texts.early}
          titleHidden
          choices={WATCHES.map((value) => ({ value, label: texts.earlyChoice[value] }))}
          selected={[values.earlyWarning]}
          error={errorAt('earlyWarning')}
          onChange={(chosen: string[]) => {
            const earlyWarning = WATCHES.find((watch) => chosen.includes(watch));
            if (earlyWarning) change({ earlyWarning });
          }}
        />
      </SettingCard>
      <SettingCard title={texts.publish} text={texts.publishText}>
        <Checkbox
          label={texts.notifyCustomer}
          helpText={texts.help.notifyCustomer}
          {...checkboxOf(fields, 'publish.notifyCustomer')}
        />
      </SettingCard>
      <SettingCard title={texts.tags} text={texts.tagsText}>
        <BlockStack gap="200">
          <Checkbox
            label={texts.stateTags}
            helpText={texts.stateTagsHelp({ example: `${values['publish.tagNamespace']}:out-for-delivery` })}
            {...checkboxOf(fields, 'publish.stateTags')}
          />
          {values['publish.stateTags'] && (
            <TextField
              label={texts.tagNamespace}
              autoComplete="off"
              maxLength={20}
              {...fieldOf(fields, 'publish.tagNamespace')}
            />
          )}
        </BlockStack>
      </SettingCard>
    </BlockStack>
  );
}
