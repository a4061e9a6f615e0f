import { expect, it } from 'vitest';
import { PROBLEM_CODES } from '../../../app/domain/problems/problem.ts';
import { openOrderGroups, reviewGroups, type AttentionGroup } from '../../../app/pages/review/review-view.ts';

const group = (change: Partial<AttentionGroup>): AttentionGroup => ({
  code: 'phone-missing',
  district: null,
  count: 3,
  retryable: 2,
  problem: { code: change.code ?? 'phone-missing', field: null, details: {} },
  named: [
    {
      id: 'a-delivery',
      orderId: 'gid://shopify/Order/7',
      orderName: '#7',
      calledUntil: null,
      atOperator: null,
      state: null,
      seen: ['needs-attention'],
    },
  ],
  ...change,
});
const now = new Date('2026-03-02T15:00:00Z');
const asker = {
  locale: 'en',
  country: null,
  supportUrl: null,
  districtSources: ['city'],
  timeZone: 'America/Lima',
  now,
} as const;
const only = (change: Partial<AttentionGroup>) => reviewGroups([group(change)], asker)[0];

it('leads to the order where the buyer’s words are corrected, and to the settings that help as well', () => {
  expect(only({})).toMatchObject({
    explanation: {
      sentence: 'The order has no phone number.',
      remedies: [{ remedy: 'mapping', url: '/app/settings/mapping' }],
    },
    named: [{ url: 'shopify://admin/orders/7', isOrder: true }],
    count: 3,
    retryable: 2,
    district: null,
  });
});

it('links to the delivery when the order is not the cause', () => {
  expect(only({ code: 'outcome-unknown' })).toMatchObject({
    explanation: { remedies: [] },
    named: [{ url: '/app/deliveries/a-delivery', isOrder: false }],
  });
});

it('leads to the order of each open order, whatever is wrong with it', () => {
  const named = [{ orderId: 'gid://shopify/Order/7', orderName: '#7', calledUntil: null }];
  const early = { code: 'outcome-unknown', district: null, problem: group({ code: 'outcome-unknown' }).problem };
  expect(openOrderGroups([{ ...early, count: 1, held: 1, named }], asker)).toMatchObject([
    { of: 'orders', held: 1, retryable: 0, named: [{ url: 'shopify://admin/orders/7', isOrder: true }] },
  ]);
});

it.each([
  ['pickup-missing', '/app/settings?part=pickup'],
  ['after-cutoff', '/app/settings/dates'],
  ['order-number-too-long', '/app/settings/mapping'],
  ['time-zone-unknown', 'shopify://admin/settings/general'],
])('leads from %s to %s', (code, url) => {
  expect(only({ code })?.explanation.remedies[0]?.url).toBe(url);
});

it('offers the nearest names for a district, when the problem tells it', () => {
  const details = { district: 'mirafores', nearest: ['Miraflores'] };
  const problem = { code: 'district-not-served', field: null, details };
  const told = { code: 'district-not-served', problem, district: 'mirafores' };
  expect(only(told)?.district).toEqual({ key: 'mirafores', written: 'mirafores', nearest: ['Miraflores'] });
  const asWritten = { ...told, problem: { ...problem, details: { ...details, written: 'MIRAFORES' } } };
  expect(only(asWritten)?.district).toMatchObject({ key: 'mirafores', written: 'MIRAFORES' });
  expect(only(asWritten)?.explanation.sentence).toContain('MIRAFORES');
  expect(only({ ...told, district: null })?.district).toBeNull();
});

it.each(PROBLEM_CODES)('says what to do about %s in every language', (code) => {
  for (const locale of ['en', 'es', 'pt'] as const) {
    const [view] = reviewGroups([group({ code })], { ...asker, locale });
    expect(view?.explanation.nextStep).not.toBe('');
    expect(view?.named).toHaveLength(1);
  }
});

it.each([null, { code: 'of-another-version' }])('shows an unknown problem: %j', (problem) => {
  expect(only({ code: null, problem })?.explanation.sentence).toBe('This delivery needs attention.');
});

it.each([
  ['phone-missing', 'phone'],
  ['phone-unusable', 'phone'],
  ['street-missing', 'address1'],
  ['district-missing', 'city'],
  ['email-missing', null],
  ['address-wrong', null],
])('of %s the field to correct is %s', (code, field) => {
  expect(only({ code })?.field).toBe(field);
  expect(only({ code, retryable: 0 })?.field).toBeNull(); // the operator has it
});

it('does not offer to correct the town where the shop reads the district elsewhere', () => {
  const elsewhere = { ...asker, districtSources: ['address2', { attribute: 'Distrito' }] };
  expect(reviewGroups([group({ code: 'district-missing' })], elsewhere)[0]?.field).toBeNull();
});

it('asks the operator about what it has, and says until when somebody who was called is waited for', () => {
  const named = {
    id: 'a-delivery',
    orderId: 'gid://shopify/Order/7',
    orderName: '#7',
    calledUntil: '2026-03-02T17:30:00Z',
    atOperator: 'tienda-7',
    state: 'incidencia',
    seen: ['in-delivery', 'operator-asks'],
  };
  const operatorSupport = [{ url: 'mailto:ayuda@operator.example', shown: 'ayuda@operator.example' }];
  const view = (code: string) =>
    reviewGroups([group({ code, problem: null, named: [named] })], { ...asker, locale: 'es', operatorSupport })[0];
  const [order] = view('operator-asks')?.named ?? [];
  expect(order?.calledUntil).toBe('12:30');
  expect(order?.toOperator?.message).toBe(
    'El pedido tienda-7 tiene el estado «incidencia». ¿Qué necesitan de nosotros y qué sigue?',
  );
  const mail = new URL(order?.toOperator?.mail ?? '');
  expect([mail.pathname, mail.searchParams.get('subject')]).toEqual(['ayuda@operator.example', 'Pedido tienda-7']);
  expect(view('late')).toMatchObject({
    explanation: { remedies: [{ remedy: 'operator', url: operatorSupport[0]?.url }] },
    named: [{ toOperator: { message: '¿Dónde está el pedido tienda-7 y cuándo se entregará?' } }],
  });
  expect(only({})?.named).toMatchObject([{ toOperator: null, calledUntil: null }]);
});
