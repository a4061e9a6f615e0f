import { describe, expect, it, test } from 'vitest';
import { PROBLEM_CODES, STATE_PROBLEMS, type ProblemCode } from '../../../app/domain/problems/problem.ts';
import {
  CORRECTED_FIELDS,
  fieldToCorrect,
  REMEDIES_OF_FLAG,
  REMEDY_OF_HOLD,
  remediesOfProblem,
  remediesOfSkip,
  type CorrectedField,
  type Remedy,
} from '../../../app/domain/problems/remedy.ts';
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
    expect(remedies('shopify-unreachable')).toEqual([]);
  });

  it.each<[Remedy[], ProblemCode[]]>([
    [['app'], ['shopify-access-missing']],
    [['operator'], ['operator-unreachable', 'outcome-unknown', 'unknown-to-operator', 'cancelled-after-hand-over']],
    [['order', 'operator'], ['edited-after-hand-over']],
    [
      ['order'],
      [
        'other-tracking-kept',
        'shopify-write-refused',
        'name-missing',
        'address-missing',
        'window-past',
        'text-too-long',
      ],
    ],
    [
      ['order', 'mapping'],
      ['phone-missing', 'email-missing', 'district-missing', 'file-link-unusable'],
    ],
    [['mapping', 'operator'], ['order-number-taken']],
    [['mapping'], ['order-number-too-long', 'order-number-unreadable']],
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

  it.each<[string, Remedy[], ProblemCode[]]>([
    ['the customer is asked first', ['order', 'operator'], ['attempt-failed', 'address-wrong', 'returning']],
    [
      'the operator is asked first',
      ['operator', 'order'],
      ['operator-asks', 'stored', 'lost', 'cancelled-by-operator', 'not-delivered'],
    ],
    [
      'the package is back or comes back, and the store refunds or sends again',
      ['order'],
      ['refused-by-customer', 'returned'],
    ],
  ])('of what the operator reports, where %s: %j', (_, places, codes) => {
    expect(STATE_PROBLEMS.filter((code) => remedies(code).join() === places.join())).toEqual(codes);
  });

  it('asks the operator about a delivery that continues but may go wrong', () => {
    expect(REMEDIES_OF_FLAG).toEqual(['operator', 'order']);
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

describe('the one field of an order that Review corrects', () => {
  const CITY = ['city'];
  const corrected = (field: CorrectedField, sources: readonly unknown[]) =>
    PROBLEM_CODES.filter((code) => fieldToCorrect(code, sources) === field);

  it.each<[CorrectedField, ProblemCode[]]>([
    ['phone', ['phone-missing', 'phone-unusable']],
    ['address1', ['street-missing']],
    ['city', ['district-missing']],
    ['date', ['window-past', 'window-too-soon', 'window-on-closed-day']],
  ])('is its %s for %j', (field, codes) => {
    expect(corrected(field, CITY)).toEqual(codes);
  });

  it('is the city only where the settings look for the district there', () => {
    const attribute = { attribute: 'Comuna' };
    expect(fieldToCorrect('district-missing', [attribute, 'city'])).toBe('city');
    expect(fieldToCorrect('district-missing', [attribute, 'address2'])).toBeNull();
    expect(fieldToCorrect('phone-missing', [attribute])).toBe('phone');
  });

  it('is none for every other problem, a flag, or a problem of a later version', () => {
    const known = CORRECTED_FIELDS.flatMap((field) => corrected(field, CITY));
    for (const code of PROBLEM_CODES) if (!known.includes(code)) expect(fieldToCorrect(code, CITY)).toBeNull();
    for (const code of ['late', 'of-a-later-version', null]) expect(fieldToCorrect(code, CITY)).toBeNull();
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
