import {
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  ChoiceList,
  FormLayout,
  InlineStack,
  Select,
  Text,
  TextField,
} from '@shopify/polaris';
import { DELIVERY_SERVICES } from '../../../domain/mapping/delivery-services.ts';
import type { ServiceRule } from '../../../domain/settings/shop-settings.ts';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { fieldOf } from '../../settings/form/typed-values.ts';
import type { GroupFieldsProps } from '../group-view.ts';
import { MethodsFields } from '../../settings/service-fields.tsx';
import { NamesField } from './list-fields.tsx';
import { SettingCard } from '../setting-card.tsx';
import { WeekdaysField } from './day-fields.tsx';

/** On a phone cards reach the edges of the screen, and what stands between them does not. */
const BESIDE_CARDS = { xs: '400', sm: '0' } as const;

type Conditions = ServiceRule['when'];

/** The rules that choose a delivery service, in order. The first that matches decides. */
export function RulesFields({ view, ...fields }: GroupFieldsProps) {
  const { values, errorAt, change } = fields;
  const { rules: texts, methods } = useTexts().settingsGroups;
  const rules = values['service.rules'];
  const put = (next: readonly ServiceRule[]) => change({ 'service.rules': [...next] });
  const move = (from: number, to: number) => {
    const next = [...rules];
    next.splice(to, 0, ...next.splice(from, 1));
    put(next);
  };
  return (
    <BlockStack gap="400">
      <Box paddingInline={BESIDE_CARDS}>
        <Text as="p">{rules.length === 0 ? texts.none : texts.text}</Text>
      </Box>
      {rules.map((rule, index) => (
        <SettingCard key={index} title={texts.ruleTitle({ position: index + 1, name: rule.name })}>
          <RuleFields
            rule={rule}
            view={view}
            errorAt={(path) => errorAt(`service.rules.${index}.${path}`)}
            change={(next) => put(rules.map((each, at) => (at === index ? { ...each, ...next } : each)))}
          />
          <InlineStack align="end">
            <ButtonGroup>
              <Button
                disabled={index === 0}
                accessibilityLabel={texts.upOf({ name: rule.name })}
                onClick={() => move(index, index - 1)}
              >
                {texts.up}
              </Button>
              <Button
                disabled={index === rules.length - 1}
                accessibilityLabel={texts.downOf({ name: rule.name })}
                onClick={() => move(index, index + 1)}
              >
                {texts.down}
              </Button>
              <Button
                tone="critical"
                accessibilityLabel={texts.removeOf({ name: rule.name })}
                onClick={() => put(rules.filter((_, at) => at !== index))}
              >
                {texts.remove}
              </Button>
            </ButtonGroup>
          </InlineStack>
        </SettingCard>
      ))}
      <Box paddingInline={BESIDE_CARDS}>
        <Button onClick={() => put([...rules, { name: '', when: {}, use: 'Nextday' }])}>{texts.add}</Button>
      </Box>
      <SettingCard title={methods.title} text={methods.text}>
        <MethodsFields
          recent={view.recent?.methods ?? null}
          services={view.services}
          {...fieldOf(fields, 'service.methods')}
        />
      </SettingCard>
    </BlockStack>
  );
}

interface RuleFieldsProps {
  readonly rule: ServiceRule;
  readonly view: GroupFieldsProps['view'];
  readonly errorAt: (path: string) => string | undefined;
  readonly change: (change: Partial<ServiceRule>) => void;
}

function RuleFields({ rule, view, errorAt, change }: RuleFieldsProps) {
  const { settingsGroups, services } = useTexts();
  const texts = settingsGroups.rules;
  const { when } = rule;
  const put = <Name extends keyof Conditions>(name: Name, value: Conditions[Name]) => {
    change({ when: { ...when, [name]: value?.length ? value : undefined } });
  };
  const suggestions = {
    shippingMethods: view.recent?.methods.map(({ title }) => title) ?? [],
    orderTags: view.recent?.tags ?? [],
    districts: view.served ?? [],
  };
  const named = (name: 'shippingMethods' | 'orderTags' | 'districts') => (
    <NamesField
      label={texts.when[name]}
      help={settingsGroups.namesHelp}
      value={when[name] ?? []}
      suggestions={suggestions[name]}
      error={errorAt(`when.${name}`)}
      onChange={(names) => put(name, names)}
    />
  );
  const amount = (name: 'totalAtLeast' | 'totalBelow') => (
    <TextField
      label={texts.when[name]}
      autoComplete="off"
      inputMode="decimal"
      suffix={view.currency ?? undefined}
      value={when[name] ?? ''}
      error={errorAt(`when.${name}`)}
      onChange={(typed) => put(name, typed.trim() || undefined)}
    />
  );
  return (
    <FormLayout>
      <FormLayout.Group>
        <TextField
          label={texts.name}
          autoComplete="off"
          value={rule.name}
          error={errorAt('name')}
          onChange={(name) => change({ name })}
        />
        <Select
          label={texts.use}
          options={[
            ...DELIVERY_SERVICES.map((name) => ({ value: name, label: services[name].name })),
            { value: 'do-not-hand-over', label: texts.doNotHandOver },
          ]}
          value={rule.use}
          onChange={(chosen) =>
            change({ use: DELIVERY_SERVICES.find((service) => service === chosen) ?? 'do-not-hand-over' })
          }
        />
      </FormLayout.Group>
      <Subdued>{texts.conditions}</Subdued>
      <FormLayout.Group>
        {named('shippingMethods')}
        {named('orderTags')}
      </FormLayout.Group>
      {named('districts')}
      <FormLayout.Group>
        {amount('totalAtLeast')}
        {amount('totalBelow')}
      </FormLayout.Group>
      <WeekdaysField
        label={texts.when.weekdays}
        value={when.weekdays ?? []}
        error={errorAt('when.weekdays')}
        onChange={(days) => put('weekdays', days)}
      />
      {view.locations && view.locations.length > 1 && (
        <ChoiceList
          allowMultiple
          title={texts.when.locations}
          choices={view.locations.map(({ id, name }) => ({ value: id, label: name }))}
          selected={when.locations ?? []}
          onChange={(chosen) => put('locations', chosen)}
        />
      )}
    </FormLayout>
  );
}
