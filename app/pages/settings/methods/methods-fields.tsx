import { BlockStack, FormLayout, Select, Text } from '@shopify/polaris';
import type { DeliveryService } from '../../../domain/mapping/delivery-services.ts';
import { foldText } from '../../../domain/mapping/clean-text.ts';
import type { MethodService, ShopSettings } from '../../../domain/settings/shop-settings.ts';
import type { ShippingMethod } from '../../../shopify/reading/read-choices.ts';
import { useTexts } from '../../shell/use-texts.ts';

/** The delivery service of each shipping method that has one, by the method's title. */
type MethodServices = ShopSettings['service']['methods'];

interface MethodsFieldsProps {
  /** The shipping methods of the shop's recent orders; null when Shopify could not be asked. */
  readonly recent: readonly ShippingMethod[] | null;
  readonly services: readonly DeliveryService[];
  readonly chosen: MethodServices;
  readonly onChange: (chosen: MethodServices) => void;
}

/** A delivery service for each shipping method: those of recent orders, and those that have one from before. */
export function MethodsFields({ recent, services, chosen, onChange }: MethodsFieldsProps) {
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
