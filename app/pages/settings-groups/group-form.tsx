import { useFetcher } from '@remix-run/react';
import { BlockStack, Card, Text } from '@shopify/polaris';
import type { ComponentType } from 'react';
import type { SettingsGroup } from '../../domain/settings/settings-groups.ts';
import type { SettingsByName, SettingsPart } from '../../domain/settings/settings-part.ts';
import { DryRunForm } from '../dry-run/dry-run-form.tsx';
import { SettingsFrame } from '../settings/form/settings-frame.tsx';
import { useSettingsForm } from '../settings/form/use-settings-form.ts';
import { TEXT_LIMIT } from '../settings/input/settings-error.ts';
import type { SettingsResult } from '../settings/input/settings-result.ts';
import { changed } from '../settings/input/settings-values.ts';
import { useTexts } from '../shell/use-texts.ts';
import { DatesFields } from './fields/dates-fields.tsx';
import { EligibilityFields } from './fields/eligibility-fields.tsx';
import type { GroupFieldsProps, GroupView } from './group-view.ts';
import { LocationsFields } from './fields/locations-fields.tsx';
import { MappingFields } from './fields/mapping-fields.tsx';
import { RulesFields } from './fields/rules-fields.tsx';
import { faultIn, type GroupErrors } from './setting-fault.ts';
import { UpdatesFields } from './fields/updates-fields.tsx';

/** The fields of each page. */
export const FIELDS: Readonly<Record<SettingsGroup, ComponentType<GroupFieldsProps>>> = {
  locations: LocationsFields,
  rules: RulesFields,
  dates: DatesFields,
  mapping: MappingFields,
  eligibility: EligibilityFields,
  updates: UpdatesFields,
};

/** The result of saving a page of settings. */
export type GroupResult = SettingsResult | { readonly kind: 'unfit'; readonly errors: GroupErrors };

/** One page of settings. */
export function GroupForm({ view }: { readonly view: GroupView }) {
  const texts = useTexts();
  const form = useSettingsForm(view, useFetcher<GroupResult>());
  const { saved, values, submitted, isDirty, result, change } = form;
  const part = posted(changed(values, saved.values));
  const save = () => {
    if (isDirty) form.submit(values, JSON.stringify({ version: saved.version, part }), 'application/json');
  };
  const errors = result?.kind === 'unfit' ? result.errors : {};
  const stale = Object.keys(changed(values, submitted));
  const Fields = FIELDS[view.group];
  const dryRun = (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {texts.dryRun.title}
        </Text>
        <Text as="p" tone="subdued">
          {texts.dryRun.text}
        </Text>
        <DryRunForm part={part} version={saved.version} />
      </BlockStack>
    </Card>
  );
  return (
    <SettingsFrame
      form={form}
      result={result?.kind === 'unfit' ? undefined : result}
      onSave={save}
      after={view.group !== 'updates' && dryRun}
    >
      <Fields
        view={view}
        values={values}
        errorAt={(path) => {
          const fault = stale.some((name) => path.startsWith(name)) ? null : faultIn(errors, path);
          const text = fault && texts.settingsGroups.faults[fault];
          return typeof text === 'function' ? text({ limit: TEXT_LIMIT }) : (text ?? undefined);
        }}
        change={change}
      />
    </SettingsFrame>
  );
}

/** The settings as JSON has them: an undefined value is absent. */
function posted(part: Partial<SettingsByName>): SettingsPart {
  return JSON.parse(JSON.stringify(part)) as SettingsPart;
}
