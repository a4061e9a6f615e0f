import { useBlocker, useFetcher } from '@remix-run/react';
import {
  Banner,
  type BannerHandles,
  BlockStack,
  Box,
  Button,
  Checkbox,
  ChoiceList,
  Form,
  InlineStack,
  Text,
} from '@shopify/polaris';
import { forwardRef, useEffect, useRef, useState } from 'react';
import { appBridge, showToast } from './app-bridge.ts';
import { OperatorAccountSection } from './operator-account-section.tsx';
import { PickupSection } from './pickup-section.tsx';
import { SaveBar } from './save-bar.tsx';
import type { SettingsResult } from './settings-result.ts';
import { SettingsSection, type SettingsFieldsProps } from './settings-section.tsx';
import { differs, rebase, SETTINGS_FIELDS, type SettingsValues } from './settings-values.ts';
import type { SettingsView } from './settings-view.ts';
import type { Texts } from './texts/en.ts';
import { useTexts } from './use-texts.ts';

/** The settings of a shop. What is typed stays until it is saved or discarded, whatever happens meanwhile. */
export function SettingsForm({ view }: { readonly view: SettingsView }) {
  const texts = useTexts().settings;
  const saving = useFetcher<SettingsResult>();
  const isSaving = saving.state !== 'idle';
  const result = isSaving ? undefined : saving.data;
  const [base, setBase] = useState(view);
  const [values, setValues] = useState(view.values);
  const [submitted, setSubmitted] = useState(view.values);
  const [changedMeanwhile, setChangedMeanwhile] = useState(false);
  if (base.version !== view.version) {
    const isOwnSave = saving.data?.kind === 'saved' && saving.data.version === view.version;
    setBase(view);
    setValues(rebase(values, isOwnSave ? submitted : base.values, view.values));
    setChangedMeanwhile(!isOwnSave);
  }
  const isDirty = differs(values, base.values);
  useLeaveConfirmation(isDirty);

  const save = () => {
    if (isSaving) return;
    setSubmitted(values);
    saving.submit({ intent: 'save', version: String(base.version), ...values }, { method: 'post' });
  };
  const discard = () => {
    setValues(base.values);
    setChangedMeanwhile(false);
  };
  const banner = useRef<BannerHandles>(null);
  useEffect(() => {
    if (!result) return;
    if (result.kind === 'saved') showToast(texts.saved);
    const firstError = document.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (firstError) firstError.focus();
    else banner.current?.focus();
  }, [result, texts]);

  const fields: SettingsFieldsProps = {
    values,
    errors: errorsIn(result, submitted, values, texts),
    change: (change) => setValues((present) => ({ ...present, ...change })),
  };
  return (
    <Form onSubmit={save} implicitSubmit={false}>
      <SaveBar isShown={isDirty} isSaving={isSaving} onSave={save} onDiscard={discard} />
      <BlockStack gap="500">
        <ResultBanner ref={banner} result={result} changedMeanwhile={changedMeanwhile} />
        <OperatorAccountSection view={view} {...fields} />
        <PickupSection {...fields} />
        <ServiceSection services={view.services} {...fields} />
        <HandOverSection {...fields} />
        <Box paddingInline={{ xs: '400', sm: '0' }} paddingBlockEnd="800">
          <InlineStack align="end" blockAlign="center" gap="300">
            {result?.kind === 'saved' && !isDirty && (
              <Text as="span" tone="success">
                {texts.saved}
              </Text>
            )}
            <Button submit variant="primary" loading={isSaving}>
              {texts.save}
            </Button>
          </InlineStack>
        </Box>
      </BlockStack>
    </Form>
  );
}

/** Before the page is left with unsaved changes, the admin asks. */
function useLeaveConfirmation(isDirty: boolean): void {
  const blocker = useBlocker(isDirty);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const confirmation = appBridge()?.saveBar.leaveConfirmation() ?? Promise.resolve();
    confirmation.then(
      () => blocker.proceed(),
      () => blocker.reset(),
    );
  }, [blocker]);
}

/** What is the matter with a field, until it is changed. */
function errorsIn(
  result: SettingsResult | undefined,
  submitted: SettingsValues,
  values: SettingsValues,
  texts: Texts['settings'],
): SettingsFieldsProps['errors'] {
  if (result?.kind === 'token-refused') {
    return values.token === submitted.token ? { token: texts.refusedOnSave(result.message) } : {};
  }
  if (result?.kind !== 'invalid') return {};
  return Object.fromEntries(
    SETTINGS_FIELDS.flatMap((field) => {
      const error = result.errors[field];
      return error && values[field] === submitted[field] ? [[field, texts.errors[error]]] : [];
    }),
  );
}

interface ResultBannerProps {
  readonly result: SettingsResult | undefined;
  readonly changedMeanwhile: boolean;
}

const ResultBanner = forwardRef<BannerHandles, ResultBannerProps>(function ResultBanner(given, ref) {
  const banner = resultBanner(given, useTexts().settings);
  if (!banner) return null;
  return (
    <Banner ref={ref} tone={banner.tone} title={banner.title}>
      {banner.text}
    </Banner>
  );
});

interface BannerContent {
  readonly tone: 'critical' | 'warning';
  readonly title: string;
  readonly text: string;
}

function resultBanner({ result, changedMeanwhile }: ResultBannerProps, texts: Texts['settings']): BannerContent | null {
  if (result?.kind === 'unreachable') return { tone: 'critical', ...texts.unreachable };
  if (changedMeanwhile) return { tone: 'warning', ...texts.changedMeanwhile };
  if (result?.kind === 'invalid' || result?.kind === 'token-refused') return { tone: 'critical', ...texts.invalid };
  if (result?.kind !== 'saved' || result.token?.kind !== 'not-checked') return null;
  const { title, text } = texts.savedUnchecked;
  return { tone: 'warning', title, text: text(result.token.message) };
}

interface ServiceSectionProps extends SettingsFieldsProps {
  readonly services: SettingsView['services'];
}

function ServiceSection({ services, values, errors, change }: ServiceSectionProps) {
  const texts = useTexts();
  const { title, description, label } = texts.settings.service;
  return (
    <SettingsSection title={title} description={description}>
      <ChoiceList
        title={label}
        titleHidden
        name="service"
        choices={services.map((name) => ({
          value: name,
          label: texts.services[name].name,
          helpText: texts.services[name].explanation,
        }))}
        selected={[values.service]}
        error={errors.service}
        onChange={([chosen = '']) => change({ service: chosen })}
      />
    </SettingsSection>
  );
}

function HandOverSection({ values, errors, change }: SettingsFieldsProps) {
  const { title, description, label, help } = useTexts().settings.handOver;
  return (
    <SettingsSection title={title} description={description}>
      <Checkbox
        label={label}
        helpText={help}
        name="handOverOn"
        checked={values.handOverOn === 'true'}
        error={errors.handOverOn}
        onChange={(isOn) => change({ handOverOn: String(isOn) })}
      />
    </SettingsSection>
  );
}
