import { describe, expect, it, test } from 'vitest';
import { PROBLEM_CODES, type ProblemCode } from '../../../app/domain/problems/problem.ts';
import { REMEDY_OF_HOLD, remediesOfProblem, remediesOfSkip, type Remedy } from '../../../app/domain/problems/remedy.ts';
import { explainProblem } from '../../../app/extension-api/explain.ts';

const asker = { locale: 'en', country: null, supportUrl: 'https://support.example/handoff' } as const;
const remedies = (code: (typeof PROBLEM_CODES)[number], details = {}) =>
  remediesOfProblem({ code, field: null, details });

describe('where a problem is fixed', () => {
  it.each([
    ['pickup.location.id: branch 9 is not registered', 'pickup'],
    ['La sucursal no existe', 'pickup'],
    ['O ponto de coleta é inválido', 'pickup'],
    ['the pickup is closed', 'pickup'],
    ['unknown pick-up point', 'pickup'],
    ['dropoff.contact.phone: too short', 'order'],
    ['', 'order'],
  ])('a refusal in the words %j leads to the %s', (message, remedy) => {
    expect(remedies('operator-refused', { message })[0]).toBe(remedy);
  });

  it('a refusal of the pickup leads to the places that a merchant collects from, too', () => {
    expect(remedies('operator-refused', { message: 'the branch is unknown' })).toEqual(['pickup', 'locations']);
  });

  it('a refusal without words leads to the order', () => {
    expect(remedies('operator-refused')).toEqual(['order', 'mapping']);
    expect(remedies('operator-refused', { message: ['La sucursal no existe'] })).toEqual(['order', 'mapping']);
  });

  it('only a refusal is judged by its words', () => {
    expect(remedies('unexpected-failure', { message: 'the branch is unknown' })).toEqual(['support']);
  });

  it('what Review lists can be fixed on the order as well', () => {
    for (const code of PROBLEM_CODES) {
      if (remedies(code).includes('review')) expect(remedies(code)).toContain('order');
    }
  });

  it('ends by itself, or by a decision about the delivery', () => {
    for (const code of ['operator-unreachable', 'shopify-unreachable'] as const) expect(remedies(code)).toEqual([]);
  });

  it.each<[Remedy[], ProblemCode[]]>([
    [['app'], ['shopify-access-missing']],
    [['operator'], ['outcome-unknown', 'unknown-to-operator', 'cancelled-after-hand-over']],
    [['order', 'operator'], ['edited-after-hand-over']],
    [['order'], ['other-tracking-kept', 'shopify-write-refused', 'name-missing', 'window-past', 'text-too-long']],
    [
      ['order', 'mapping'],
      ['phone-missing', 'email-missing', 'district-missing', 'file-link-unusable'],
    ],
    [['mapping'], ['order-number-taken', 'order-number-too-long', 'order-number-unreadable']],
    [['mapping', 'support'], ['order-invalid']],
    [['mapping', 'order'], ['packages-too-many']],
    [['support', 'mapping'], ['customer-data-withheld']],
    [['review', 'order', 'mapping'], ['district-not-served']],
    [['pickup', 'locations'], ['pickup-missing']],
    [['shop', 'support'], ['time-zone-unknown']],
    [['dates'], ['after-cutoff', 'closed-today', 'window-missing']],
    [['order', 'dates'], ['window-on-closed-day']],
    [['order', 'support'], ['price-unreadable']],
    [['support'], ['unexpected-failure', 'order-out-of-reach']],
  ])('best in %j: %j', (places, codes) => {
    for (const code of codes) expect(remedies(code)).toEqual(places);
  });

  it.each(PROBLEM_CODES)('%s: the place that its next step names is linked', (code) => {
    const { nextStep, remedies: links } = explainProblem(
      { code, field: null, details: {} },
      'gid://shopify/Order/7',
      asker,
    );
    const offered = links.map(({ remedy }) => remedy);
    if (/contact support|ask support/i.test(nextStep)) expect(offered).toContain('support');
    if (/in settings/.test(nextStep)) expect(links.some(({ url }) => url.startsWith('/app/settings'))).toBe(true);
    if (/on the order|of the order/i.test(nextStep)) expect(offered.join()).toMatch(/order|dates|mapping/);
  });

  it('names no contact when the deployer configured none', () => {
    const problem = { code: 'unexpected-failure', field: null, details: {} } as const;
    expect(explainProblem(problem, 'gid://shopify/Order/7', asker).remedies).toMatchObject([{ url: asker.supportUrl }]);
    expect(
      explainProblem(problem, 'gid://shopify/Order/7', { ...asker, country: null, supportUrl: null }).remedies,
    ).toEqual([]);
  });
});

describe('where a rule is changed that skips a delivery', () => {
  it.each([
    ['delivery-method', ['eligibility']],
    ['country', ['eligibility']],
    ['test-order', ['eligibility']],
    ['tag-missing', ['eligibility']],
    ['tag-excluded', ['eligibility']],
    ['location-switched-off', ['locations']],
    ['service-rule', ['rules']],
    ['nothing-to-ship', []],
    ['stopped', []],
  ] as const)('%s: %j', (code, places) => {
    expect(remediesOfSkip(code)).toEqual(places);
  });
});

test('where a hold is ended', () => {
  expect(REMEDY_OF_HOLD).toEqual({
    'no-shopify-token': 'app',
    'set-up': 'app',
    'switched-off': 'sending',
    'account-paused': 'account',
    uninstalled: null,
    release: 'approval',
  });
});
