import { useFetcher, useLocation, useNavigate } from '@remix-run/react';
import { BlockStack, Checkbox, Link, Select } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import { HANDFUL } from '../../../domain/lifecycle/hold.ts';
import { appBridge } from '../../shell/app-bridge.ts';
import { fieldErrors } from '../input/field-errors.ts';
import { OperatorAccountSection } from '../operator-account-section.tsx';
import { PickupSection } from '../pickup-section.tsx';
import type { SettingsResult } from '../input/settings-result.ts';
import { SettingsFrame } from './settings-frame.tsx';
import { SettingsSection, type CardSaving, type SettingsFieldsProps } from './settings-section.tsx';
import { PromiseLines } from '../../scorecard/promise-lines.tsx';
import type { DistrictPromise } from '../../../domain/scorecard/arrivals.ts';
import { GroupLinks } from '../../settings-groups/group-links.tsx';
import { differs, withCard, type SettingsCard } from '../input/settings-values.ts';
import { ServiceFields, type ServiceFieldsProps } from '../service-fields.tsx';
import type { SettingsView } from '../settings-view.ts';
import { useSettingsForm } from './use-settings-form.ts';
import { LOCALES } from '../../../texts/locale.ts';
import { useTexts } from '../../shell/use-texts.ts';

/** The settings of a shop that every shop needs. */
export function SettingsForm({
  view,
  promises,
}: Pick<ServiceSectionProps, 'promises'> & { readonly view: SettingsView }) {
  const texts = useTexts().settings;
  const form = useSettingsForm(view, useFetcher<SettingsResult>());
  const { saved, values, submitted, isSaving, result, change, submit } = form;
  useChosenLanguage(saved.values.language);

  const version = String(saved.version);
  const saveCard = (card: SettingsCard) => {
    const typed = withCard(saved.values, values, card);
    submit(typed, { intent: `save-${card}`, version, ...typed });
  };
  /** When several cards are changed, the bar and the button at the end save all of them. */
  const savingOf = (card: SettingsCard) =>
    differs(withCard(saved.values, values, card), saved.values) ? { onSave: () => saveCard(card), isSaving } : null;
  const removeToken = () => submit(saved.values, { intent: 'remove-token', version }); // what is typed stays

  const fields: SettingsFieldsProps = { values, errors: fieldErrors(result, submitted, values, texts), change };
  return (
    <SettingsFrame
      form={form}
      result={result}
      onSave={() => submit(values, { intent: 'save', version, ...values })}
      after={<GroupLinks />}
    >
      <OperatorAccountSection
        view={view}
        saving={savingOf('account')}
        {...fields}
        removal={{ isBusy: isSaving, onRemove: removeToken }}
      />
      <PickupSection saving={savingOf('pickup')} branches={view.branches} {...fields} />
      <ServiceSection saving={savingOf('service')} services={view.services} promises={promises} {...fields} />
      <HandOverSection saving={savingOf('handOver')} {...fields} />
      <LanguageSection saving={savingOf('language')} {...fields} />
    </SettingsFrame>
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

type ServiceSectionProps = InCard<ServiceFieldsProps> & {
  /** What is promised and kept too seldom. */
  readonly promises: readonly DistrictPromise[];
};

function ServiceSection({ services, saving, promises, ...fields }: ServiceSectionProps) {
  const { title, description } = useTexts().settings.service;
  return (
    <SettingsSection saving={saving} title={title} description={description}>
      <BlockStack gap="300">
        <ServiceFields services={services} {...fields} />
        <PromiseLines promises={promises} />
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
