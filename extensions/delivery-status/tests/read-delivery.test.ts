import { expect, it } from 'vitest';
import { STATE_GROUPS } from '../../../app/domain/tracking/operator-state.ts';
import { deliveryTone } from '../../../app/extension-api/delivery-tone.ts';
import en from '../locales/en.default.json';
import es from '../locales/es.json';
import pt from '../locales/pt-BR.json';
import { readDelivery } from '../src/read-delivery.ts';

const FULFILLMENT = 'gid://shopify/Fulfillment/11';
const publish = (stateGroup: string) => JSON.stringify({ [FULFILLMENT]: { state: 'en ruta', stateGroup } });

it.each(STATE_GROUPS)('knows the state group %s of the domain, with its tone and its words', (group) => {
  expect(readDelivery(publish(group), FULFILLMENT)?.stateGroup).toBe(group);
  expect(deliveryTone({ phase: 'in-delivery', stateGroup: group })).toMatch(
    /^(neutral|info|success|warning|critical)$/,
  );
  for (const locale of [en, es, pt]) expect(locale.states[group]).toMatch(/\S/);
});

it.each(['toString', 'on-fire', ''])('shows an unknown group, %j, as unknown', (group) => {
  expect(readDelivery(publish(group), FULFILLMENT)?.stateGroup).toBe('unknown');
});
