import { useFetcher } from '@remix-run/react';
import { type BannerHandles, BlockStack, Box, Button, Card, Form, InlineStack, Text } from '@shopify/polaris';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { SETTINGS_GROUPS, type SettingName, type SettingsGroup } from '../../domain/settings/settings-groups.ts';
import type { SettingsByName, SettingsPart } from '../../domain/settings/settings-part.ts';
import { showToast } from '../shell/app-bridge.ts';
import { DryRunForm } from '../dry-run/dry-run-form.tsx';
import { ResultBanner } from '../shell/banners/result-banner.tsx';
import { SaveResult } from '../shell/save-result.tsx';
import { SaveBar } from '../settings/form/save-bar.tsx';
import { TEXT_LIMIT } from '../settings/input/settings-error.ts';
import type { SettingsResult } from '../settings/input/settings-result.ts';
import { useLeaveConfirmation } from '../settings/form/use-leave-confirmation.ts';
import { useTexts } from '../shell/use-texts.ts';
import { DatesFields } from './fields/dates-fields.tsx';
import { EligibilityFields } from './fields/eligibility-fields.tsx';
import type { GroupFieldsProps, GroupView } from './group-view.ts';
import { LocationsFields } from './fields/locations-fields.tsx';
import { MappingFields } from './fields/mapping-fields.tsx';
import { RulesFields } from './fields/rules-fields.tsx';
import { faultIn, type GroupErrors } from './setting-fault.ts';
import { UpdatesFields } from './fields/updates-fields.tsx';

const FIELDS: Readonly<Record<SettingsGroup, ComponentType<GroupFieldsProps>>> = {
  locations: LocationsFields,
  rules: RulesFields,
  dates: DatesFields,
  mapping: MappingFields,
  eligibility: EligibilityFields,
  updates: UpdatesFields,
};

/** The result of saving a page of settings. */
export type GroupResult = SettingsResult | { readonly kind: 'unfit'; readonly errors: GroupErrors };

/**
 * One page of settings. The page keeps what the merchant typed until it is saved or discarded, even when the settings
 * change elsewhere.
 */
export function GroupForm({ view }: { readonly view: GroupView }) {
  const texts = useTexts();
  const saving = useFetcher<GroupResult>();
  const isSaving = saving.state !== 'idle';
  const result = isSaving ? undefined : saving.data;
  const [base, setBase] = useState(view);
  const [values, setValues] = useState(view.values);
  const [submitted, setSubmitted] = useState(view.values);
  const [changedMeanwhile, setChangedMeanwhile] = useState(false);
  const names = SETTINGS_GROUPS[view.group];
  if (base.version !== view.version) {
    const isOwnSave = saving.data?.kind === 'saved' && saving.data.version === view.version;
    setBase(view);
    setValues({ ...view.values, ...changed(names, values, isOwnSave ? submitted : base.values) });
    setChangedMeanwhile(!isOwnSave);
  }
  const part = changed(names, values, base.values);
  const isDirty = Object.keys(part).length > 0;
  useLeaveConfirmation(isDirty);
  const banner = useRef<BannerHandles>(null);
  useEffect(() => {
    if (!result) return;
    if (result.kind === 'saved') showToast(texts.settings.saved);
    const firstError = document.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (firstError) firstError.focus();
    else banner.current?.focus();
  }, [result, texts]);

  const save = () => {
    if (isSaving || !isDirty) return;
    setSubmitted(values);
    saving.submit(JSON.stringify({ version: base.version, part: posted(part) }), {
      method: 'post',
      encType: 'application/json',
    });
  };
  const discard = () => {
    setValues(base.values);
    setChangedMeanwhile(false);
  };
  const errors = result?.kind === 'unfit' ? result.errors : {};
  const stale = new Set<string>(Object.keys(changed(names, values, submitted)));
  const Fields = FIELDS[view.group];
  return (
    <Form onSubmit={save} implicitSubmit={false} noValidate>
      <SaveBar isShown={isDirty} isSaving={isSaving} onSave={save} onDiscard={discard} />
      <BlockStack gap="400">
        <ResultBanner
          ref={banner}
          result={result?.kind === 'unfit' ? undefined : result}
          changedMeanwhile={changedMeanwhile}
        />
        <Fields
          view={view}
          values={values}
          errorAt={(path) => {
            const fault = [...stale].some((name) => path.startsWith(name)) ? null : faultIn(errors, path);
            const text = fault && texts.settingsGroups.faults[fault];
            return typeof text === 'function' ? text({ limit: TEXT_LIMIT }) : (text ?? undefined);
          }}
          change={(change) => setValues((present) => ({ ...present, ...change }))}
        />
        <Box paddingInline={{ xs: '400', sm: '0' }}>
          <InlineStack align="end" blockAlign="center" gap="300">
            <SaveResult kind={result?.kind} isDirty={isDirty} />
            <Button submit variant="primary" loading={isSaving}>
              {texts.settings.save}
            </Button>
          </InlineStack>
        </Box>
        {view.group !== 'updates' && (
          <Card>
            <BlockStack gap="300">
              <Text as="h2" variant="headingMd">
                {texts.dryRun.title}
              </Text>
              <Text as="p" tone="subdued">
                {texts.dryRun.text}
              </Text>
              <DryRunForm part={posted(part)} version={base.version} />
            </BlockStack>
          </Card>
        )}
      </BlockStack>
    </Form>
  );
}

/** The settings that differ from their saved values. */
function changed(
  names: readonly SettingName[],
  values: SettingsByName,
  before: SettingsByName,
): Partial<SettingsByName> {
  const own = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(own.map((name) => [name, values[name]]));
}

/** The settings as JSON has them: an undefined value is absent. */
function posted(part: Partial<SettingsByName>): SettingsPart {
  return JSON.parse(JSON.stringify(part)) as SettingsPart;
}
