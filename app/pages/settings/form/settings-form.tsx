import { useLocation, useNavigate } from '@remix-run/react';
import { BlockStack, Checkbox, Link, Select, Box, Card, Divider, Text } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import { HANDFUL } from '../../../domain/lifecycle/hold.ts';
import { appBridge } from '../../shell/app-bridge.ts';
import { OperatorAccountFields } from '../operator-account-fields.tsx';
import { PickupFields } from '../pickup-fields.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { SettingsSection } from './settings-section.tsx';
import { PromiseLines } from '../../scorecard/promises.tsx';
import type { DistrictPromise } from '../../../domain/scorecard/times.ts';
import { ServiceFields } from '../service-fields.tsx';
import type { SettingsFieldsProps, SettingsValues, SettingsView } from '../settings-view.ts';
import { checkboxOf } from './typed-values.ts';
import { useSettingsForm } from './use-settings-form.ts';
import { LOCALES } from '../../../texts/locale.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { SETTINGS_GROUPS, type SettingsGroup } from '../../../domain/settings/settings-groups.ts';
import { Subdued } from '../../shell/subdued.tsx';

interface SettingsFormProps {
  readonly view: SettingsView;
  /** What is promised and kept too seldom. */
  readonly promises: readonly DistrictPromise[];
}

/** The settings of a shop that every shop needs. */
export function SettingsForm({ view, promises }: SettingsFormProps) {
  const { settings: texts, settingsGroups } = useTexts();
  const { account, pickup, service, handOver, language } = texts;
  const form = useSettingsForm(view);
  const { saved, values, changes, isSaving, errorAt, change, save } = form;
  useChosenLanguage(saved.values.language);

  /** When several cards are changed, the bar and the button at the end save all of them. */
  const savingOf = (name: keyof SettingsValues) =>
    name in changes ? { onSave: () => save({ [name]: values[name] }), isSaving } : null;
  const fields: SettingsFieldsProps = { values, errorAt, change };
  return (
    <SettingsFrame form={form} onSave={() => save(values)} after={<GroupLinks />}>
      <SettingsSection
        part="account"
        saving={savingOf('account')}
        texts={{ title: account.title, description: account.description({ operator: view.operatorName }) }}
      >
        <OperatorAccountFields
          view={view}
          {...fields}
          removal={{ isBusy: isSaving, onRemove: () => save({}, { account: null }) }}
        />
      </SettingsSection>
      <SettingsSection part="pickup" saving={savingOf('pickup.default')} texts={pickup}>
        <PickupFields branches={view.branches} {...fields} />
        <Link url="/app/settings/locations">{settingsGroups.groups.locations.title}</Link>
      </SettingsSection>
      <SettingsSection saving={savingOf('service.default')} texts={service}>
        <ServiceFields services={view.services} {...fields} />
        <PromiseLines promises={promises} />
        <Link url="/app/settings/rules">{settingsGroups.groups.rules.title}</Link>
      </SettingsSection>
      <SettingsSection part="sending" saving={savingOf('handOverOn')} texts={handOver}>
        <Checkbox
          label={handOver.label}
          helpText={handOver.help({ handful: HANDFUL })}
          name="handOverOn"
          {...checkboxOf(fields, 'handOverOn')}
        />
      </SettingsSection>
      <SettingsSection saving={savingOf('language')} texts={language}>
        <Select
          label={language.title}
          labelHidden
          name="language"
          options={[
            { value: 'admin', label: language.admin },
            ...LOCALES.map((value) => ({ value, label: language.names[value] })),
          ]}
          value={values.language ?? 'admin'}
          onChange={(chosen) => change({ language: chosen === 'admin' ? null : chosen })}
        />
      </SettingsSection>
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
