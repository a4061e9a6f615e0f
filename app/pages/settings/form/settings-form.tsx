import { useFetcher, useLocation, useNavigate } from '@remix-run/react';
import {
  type BannerHandles,
  BlockStack,
  Box,
  Button,
  Checkbox,
  Form,
  InlineStack,
  Link,
  Select,
} from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import { HANDFUL } from '../../../domain/lifecycle/hold.ts';
import { appBridge, showToast } from '../../shell/app-bridge.ts';
import { fieldErrors } from '../input/field-errors.ts';
import { OperatorAccountSection } from '../operator-account-section.tsx';
import { PickupSection } from '../pickup-section.tsx';
import { ResultBanner } from '../../shell/banners/result-banner.tsx';
import { SaveResult } from '../../shell/save-result.tsx';
import { SaveBar } from './save-bar.tsx';
import type { SettingsResult } from '../input/settings-result.ts';
import { SettingsSection, type CardSaving, type SettingsFieldsProps } from './settings-section.tsx';
import { GroupLinks } from '../../settings-groups/group-links.tsx';
import { differs, rebase, withCard, type SettingsCard } from '../input/settings-values.ts';
import { ServiceFields, type ServiceFieldsProps } from '../service-fields.tsx';
import type { SettingsView } from '../settings-view.ts';
import { useLeaveConfirmation } from './use-leave-confirmation.ts';
import { LOCALES } from '../../../texts/locale.ts';
import { useTexts } from '../../shell/use-texts.ts';

/**
 * The settings of a shop. The page keeps what the merchant typed until it is saved or discarded, even when the settings
 * change elsewhere.
 */
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
  useChosenLanguage(base.values.language);
  const isDirty = differs(values, base.values);
  useLeaveConfirmation(isDirty);

  const save = () => {
    if (isSaving) return;
    setSubmitted(values);
    saving.submit({ intent: 'save', version: String(base.version), ...values }, { method: 'post' });
  };
  const saveCard = (card: SettingsCard) => {
    if (isSaving) return;
    const typed = withCard(base.values, values, card);
    setSubmitted(typed);
    saving.submit({ intent: `save-${card}`, version: String(base.version), ...typed }, { method: 'post' });
  };
  /** When several cards are changed, the bar and the button at the end save all of them. */
  const savingOf = (card: SettingsCard) =>
    differs(withCard(base.values, values, card), base.values) ? { onSave: () => saveCard(card), isSaving } : null;
  const removeToken = () => {
    setSubmitted(base.values); // what is typed and not saved stays
    saving.submit({ intent: 'remove-token', version: String(base.version) }, { method: 'post' });
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
    errors: fieldErrors(result, submitted, values, texts),
    change: (change) => setValues((present) => ({ ...present, ...change })),
  };
  return (
    <Form onSubmit={save} implicitSubmit={false}>
      <SaveBar isShown={isDirty} isSaving={isSaving} onSave={save} onDiscard={discard} />
      <BlockStack gap="500">
        <ResultBanner ref={banner} result={result} changedMeanwhile={changedMeanwhile} />
        <OperatorAccountSection
          view={view}
          saving={savingOf('account')}
          {...fields}
          removal={{ isBusy: isSaving, onRemove: removeToken }}
        />
        <PickupSection saving={savingOf('pickup')} branches={view.branches} {...fields} />
        <ServiceSection saving={savingOf('service')} services={view.services} {...fields} />
        <HandOverSection saving={savingOf('handOver')} {...fields} />
        <LanguageSection saving={savingOf('language')} {...fields} />
        <Box paddingInline={{ xs: '400', sm: '0' }}>
          <InlineStack align="end" blockAlign="center" gap="300">
            <SaveResult kind={result?.kind} isDirty={isDirty} />
            <Button submit variant="primary" loading={isSaving}>
              {texts.save}
            </Button>
          </InlineStack>
        </Box>
        <GroupLinks />
      </BlockStack>
    </Form>
  );
}

/** After another language is saved, the page continues in that language. */
function useChosenLanguage(language: string): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const shown = useRef(language);
  useEffect(() => {
    if (language === shown.current) return;
    shown.current = language;
    const query = new URLSearchParams(search);
    query.set('locale', language === 'admin' ? (appBridge()?.config.locale ?? 'en') : language);
    navigate(`${pathname}?${query}`, { replace: true, preventScrollReset: true });
  }, [language, navigate, pathname, search]);
}

type InCard<Props> = Props & { readonly saving: CardSaving | null };

function ServiceSection({ services, saving, ...fields }: InCard<ServiceFieldsProps>) {
  const { title, description } = useTexts().settings.service;
  return (
    <SettingsSection saving={saving} title={title} description={description}>
      <BlockStack gap="300">
        <ServiceFields services={services} {...fields} />
        <Link url="/app/settings/rules">{useTexts().settingsGroups.groups.rules.title}</Link>
      </BlockStack>
    </SettingsSection>
  );
}

function HandOverSection({ saving, values, errors, change }: InCard<SettingsFieldsProps>) {
  const { title, description, label, help } = useTexts().settings.handOver;
  return (
    <SettingsSection part="sending" saving={saving} title={title} description={description}>
      <Checkbox
        label={label}
        helpText={help({ handful: HANDFUL })}
        name="handOverOn"
        checked={values.handOverOn === 'true'}
        error={errors.handOverOn}
        onChange={(isOn) => change({ handOverOn: String(isOn) })}
      />
    </SettingsSection>
  );
}

function LanguageSection({ saving, values, change }: InCard<SettingsFieldsProps>) {
  const { title, description, admin, names } = useTexts().settings.language;
  return (
    <SettingsSection saving={saving} title={title} description={description}>
      <Select
        label={title}
        labelHidden
        name="language"
        options={[{ value: 'admin', label: admin }, ...LOCALES.map((value) => ({ value, label: names[value] }))]}
        value={values.language}
        onChange={(language) => change({ language })}
      />
    </SettingsSection>
  );
}
