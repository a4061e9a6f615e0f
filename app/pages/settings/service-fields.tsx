import { ChoiceList, BlockStack, FormLayout, Select, Text, SkeletonBodyText } from '@shopify/polaris';
import { fieldOf } from './form/typed-values.ts';
import type { SettingsFieldsProps, SettingsView } from './settings-view.ts';
import { useTexts } from '../shell/use-texts.ts';
import type { DeliveryService } from '../../domain/mapping/delivery-services.ts';
import { foldText } from '../../domain/mapping/clean-text.ts';
import type { MethodService, ShopSettings } from '../../domain/settings/shop-settings.ts';
import type { ShippingMethod, RecentChoices } from '../../shopify/reading/read-choices.ts';
import { RequestFailureBanner } from '../shell/banners/request-failure-banner.tsx';
import { useRequestAtOnce } from '../shell/use-request.ts';
import { Subdued } from '../shell/subdued.tsx';

interface ServiceFieldsProps extends SettingsFieldsProps {
  readonly services: SettingsView['services'];
}

/** The delivery service for orders that no rule matches. */
export function ServiceFields({ services, values, errorAt, change }: ServiceFieldsProps) {
  const texts = useTexts();
  const { label } = texts.settings.service;
  return (
    <ChoiceList
      title={label}
      titleHidden
      name="service"
      choices={services.map((name) => ({
        value: name,
        label: texts.services[name].name,
        helpText: texts.services[name].explanation,
      }))}
      selected={[values['service.default']]}
      error={errorAt('service.default')}
      onChange={([chosen = '']) => change({ 'service.default': chosen })}
    />
  );
}

/** The delivery service of each shipping method that has one, by the method's title. */
type MethodServices = ShopSettings['service']['methods'];

interface MethodsFieldsProps {
  /** The shipping methods of the shop's recent orders; null when Shopify could not be asked. */
  readonly recent: readonly ShippingMethod[] | null;
  readonly services: readonly DeliveryService[];
  readonly value: MethodServices;
  readonly onChange: (value: MethodServices) => void;
}

/** A delivery service for each shipping method: those of recent orders, and those that have one from before. */
export function MethodsFields({ recent, services, value: chosen, onChange }: MethodsFieldsProps) {
  const texts = useTexts();
  const { methods: words, rules } = texts.settingsGroups;
  const rows = rowsOf(recent ?? [], chosen);
  const options = [
    { value: '', label: words.notChosen },
    { value: 'default', label: words.useDefault },
    ...services.map((name) => ({ value: name, label: texts.services[name].name })),
    { value: 'do-not-hand-over', label: rules.doNotHandOver },
  ];
  const choose = (name: string, value: string) => {
    const others = Object.entries(chosen).filter(([each]) => each !== name);
    const use = options.find((option) => option.value === value)?.value ?? '';
    onChange(Object.fromEntries(use === '' ? others : [...others, [name, use as MethodService]]));
  };
  return (
    <BlockStack gap="200">
      {recent === null && <Text as="p">{words.notRead}</Text>}
      {recent !== null && rows.length === 0 && <Text as="p">{words.none}</Text>}
      {rows.length > 0 && (
        <FormLayout>
          {rows.map(({ name, title, code, orders }) => (
            <Select
              key={name}
              label={title}
              options={options}
              value={chosen[name] ?? ''}
              helpText={helpOf(words, { code, orders })}
              onChange={(value) => choose(name, value)}
            />
          ))}
        </FormLayout>
      )}
    </BlockStack>
  );
}

interface Row {
  /** The name in the settings. */
  readonly name: string;
  readonly title: string;
  readonly code: string | null;
  /** How many recent orders used it. */
  readonly orders: number;
}

function rowsOf(recent: readonly ShippingMethod[], chosen: MethodServices): Row[] {
  const names = Object.keys(chosen);
  const isNamed = (name: string, { title, code }: ShippingMethod) =>
    foldText(name) === foldText(title) || (code !== null && foldText(name) === foldText(code));
  const rows = recent.map((method) => ({
    ...method,
    name: names.find((name) => isNamed(name, method)) ?? method.title,
  }));
  const others = names.filter((name) => !recent.some((method) => isNamed(name, method)));
  return [...rows, ...others.map((name) => ({ name, title: name, code: null, orders: 0 }))];
}

type Words = ReturnType<typeof useTexts>['settingsGroups']['methods'];

function helpOf(words: Words, { code, orders }: Pick<Row, 'code' | 'orders'>): string {
  if (orders === 0) return words.notRecent;
  const count = words.orders({ count: orders });
  return code === null ? count : words.withCode({ code, orders: count });
}

/** What the shop's recent orders used; null when Shopify could not be asked. */
export interface ChoicesAnswer {
  readonly recent: RecentChoices | null;
}

/** The delivery services of the shipping methods, in the set-up guide. The methods are loaded when it is shown. */
export function RecentMethods({ services, ...fields }: ServiceFieldsProps) {
  const words = useTexts().settingsGroups.methods;
  const { body, failure, isAsking, ask } = useRequestAtOnce<ChoicesAnswer>('/app/choices', 'recent');
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {words.title}
      </Text>
      <Subdued>{words.text}</Subdued>
      {failure && (
        <RequestFailureBanner
          failure={failure}
          action={{ content: words.reload, onAction: () => void ask(), loading: isAsking }}
        />
      )}
      {body && (
        <MethodsFields
          recent={body.recent?.methods ?? null}
          services={services}
          {...fieldOf(fields, 'service.methods')}
        />
      )}
      {!body && !failure && <SkeletonBodyText lines={4} />}
    </BlockStack>
  );
}
