import { expect, it } from 'vitest';
import { parseProfile } from '../../app/operator/profile/operator-profile.ts';
import { planningSettings } from '../../app/deliveries/hand-over/settings-for-operator.ts';

const profile = parseProfile(
  {
    prices: 'cents',
    fileKind: 'receta',
    orderNumber: '{fulfillment}',
    districts: ['Sé', { name: 'Mooca', aliases: ['Alto da Mooca'] }],
  },
  'refuse',
);
const file = { from: 'note-attribute', name: 'Receta' };

it('the operator decides what the merchant has not', () => {
  const settings = planningSettings({ settings: { mapping: { files: [file] } } }, profile);
  expect(settings.mapping).toMatchObject({
    priceForm: 'minor-units',
    files: [{ kind: 'receta' }],
    districtAliases: { 'Alto da Mooca': 'Mooca' },
  });
  expect(settings.orderNumber.template).toBe('{fulfillment}');
});

it('what the merchant has saved wins', () => {
  const mapping = {
    priceForm: 'whole-units',
    files: [{ ...file, kind: 'otra' }],
    districtAliases: { 'Alto da Mooca': 'Sé' },
  };
  const orderNumber = { template: '{prefix}{fulfillment}' };
  const settings = planningSettings({ settings: { mapping, orderNumber } }, profile);
  expect(settings.mapping).toMatchObject(mapping);
  expect(settings.orderNumber).toMatchObject(orderNumber);
});
