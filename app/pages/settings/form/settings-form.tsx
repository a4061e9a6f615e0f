import { useLocation, useNavigate } from '@remix-run/react';
import { BlockStack, Checkbox, Link, Select, Box, Card, Divider, Text } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import { HANDFUL } from '../../../domain/lifecycle/hold.ts';
import { appBridge } from '../../shell/app-bridge.ts';
import { OperatorAccountSection } from '../operator-account-section.tsx';
import { PickupSection } from '../pickup-section.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { SettingsSection, type CardSaving } from './settings-section.tsx';
import { PromiseLines } from '../../scorecard/promises.tsx';
import type { DistrictPromise } from '../../../domain/scorecard/arrivals.ts';
import { ServiceFields, type ServiceFieldsProps } from '../service-fields.tsx';
import type { SettingsFieldsProps, SettingsValues, SettingsView } from '../settings-view.ts';
import { checkboxOf } from './typed-values.ts';
import { useSettingsForm } from './use-settings-form.ts';
import { LOCALES } from '../../../texts/locale.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { SETTINGS_GROUPS, type SettingsGroup } from '../../../domain/settings/settings-groups.ts';
import { Subdued } from '../../shell/subdued.tsx';

/** The settings of a shop that every shop needs. */
export function SettingsForm({
  view,
  promises,
}: Pick<ServiceSectionProps, 'promises'> & { readonly view: SettingsView }) {
  const form = useSettingsForm(view);
  const { saved, values, changes, isSaving, errorAt, change, save } = form;
  useChosenLanguage(saved.values.language);

  /** When several cards are changed, the bar and the button at the end save all of them. */
  const savingOf = (name: keyof SettingsValues) =>
    name in changes ? { onSave: () => save({ [name]: values[name] }), isSaving } : null;
  const fields: SettingsFieldsProps = { values, errorAt, change };
  return (
    <SettingsFrame form={form} onSave={() => save(values)} after={<GroupLinks />}>
      <OperatorAccountSection
        view={view}
        saving={savingOf('account')}
        {...fields}
        removal={{ isBusy: isSaving, onRemove: () => save({}, { account: null }) }}
      />
      <PickupSection saving={savingOf('pickup.default')} branches={view.branches} {...fields} />
      <ServiceSection saving={savingOf('service.default')} services={view.services} promises={promises} {...fields} />
      <HandOverSection saving={savingOf('handOverOn')} {...fields} />
      <LanguageSection saving={savingOf('language')} {...fields} />
    </SettingsFrame>
  );
}

/** After another language is saved, the page continues in that language. */
function useChosenLanguage(language: string | null): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const shown = useRef(language);
  useEffect(() => {
    if (language === shown.current) return;
    shown.current = language;
    const query = new URLSearchParams(search);
    query.set('locale', language ?? appBridge()?.config.locale ?? 'en');
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

function HandOverSection({ saving, ...fields }: InCard<SettingsFieldsProps>) {
  const { title, description, label, help } = useTexts().settings.handOver;
  return (
    <SettingsSection part="sending" saving={saving} title={title} description={description}>
      <Checkbox
        label={label}
        helpText={help({ handful: HANDFUL })}
        name="handOverOn"
        {...checkboxOf(fields, 'handOverOn')}
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
        value={values.language ?? 'admin'}
        onChange={(chosen) => change({ language: chosen === 'admin' ? null : chosen })}
      />
    </SettingsSection>
  );
}

/** Links to the settings pages that few shops change. */
function GroupLinks() {
  const { title, groups } = useTexts().settingsGroups;
  const names = (Object.keys(SETTINGS_GROUPS) as SettingsGroup[]).map((name) => ({ name, ...groups[name] }));
  return (
    <Box paddingBlockEnd="800">
      <Card padding="0">
        <Box padding="400">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
        </Box>
        {names.map(({ name, title: groupTitle, text }) => (
          <div key={name}>
            <Divider />
            <Box padding="400">
              <BlockStack gap="100">
                <Link url={`/app/settings/${name}`}>{groupTitle}</Link>
                <Subdued>{text}</Subdued>
              </BlockStack>
            </Box>
          </div>
        ))}
      </Card>
    </Box>
  );
}
