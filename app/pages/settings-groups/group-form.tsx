import type { ComponentType } from 'react';
import type { SettingsGroup } from '../../domain/settings/settings-groups.ts';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { DryRunForm } from '../dry-run/dry-run-form.tsx';
import { SettingsFrame } from '../settings/form/settings-frame.tsx';
import { useSettingsForm } from '../settings/form/use-settings-form.ts';
import { useTexts } from '../shell/use-texts.ts';
import { DatesFields } from './fields/dates-fields.tsx';
import { EligibilityFields } from './fields/eligibility-fields.tsx';
import type { GroupFieldsProps, GroupView } from './group-view.ts';
import { LocationsFields } from './fields/locations-fields.tsx';
import { MappingFields } from './fields/mapping-fields.tsx';
import { RulesFields } from './fields/rules-fields.tsx';
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

/** One page of settings. */
export function GroupForm({ view }: { readonly view: GroupView }) {
  const texts = useTexts();
  const form = useSettingsForm(view);
  const { values, changes, isDirty, errorAt, change } = form;
  const save = () => {
    if (isDirty) form.save(changes);
  };
  const Fields = FIELDS[view.group];
  const dryRun = (
    <CardSection title={texts.dryRun.title} text={texts.dryRun.text}>
      <DryRunForm part={changes} />
    </CardSection>
  );
  return (
    <SettingsFrame form={form} onSave={save} after={view.group !== 'updates' && dryRun}>
      <Fields view={view} values={values} errorAt={errorAt} change={change} />
    </SettingsFrame>
  );
}
