import { describe, expect, it } from 'vitest';
import { PROBLEM_CODES } from '../../../app/domain/problems/problem.ts';
import { remediesOfProblem } from '../../../app/domain/problems/remedy.ts';
import { explainProblem } from '../../../app/extension-api/explain.ts';

const asker = { locale: 'en', supportUrl: 'https://support.example/handoff' } as const;
const remedies = (code: (typeof PROBLEM_CODES)[number], details = {}) =>
  remediesOfProblem({ code, field: null, details });

describe('where a problem is fixed', () => {
  it.each([
    ['pickup.location.id: branch 9 is not registered', 'pickup'],
    ['La sucursal no existe', 'pickup'],
    ['O ponto de coleta é inválido', 'pickup'],
    ['dropoff.contact.phone: too short', 'order'],
    ['', 'order'],
  ])('a refusal in the words %j leads to the %s', (message, remedy) => {
    expect(remedies('operator-refused', { message })[0]).toBe(remedy);
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
    expect(explainProblem(problem, 'gid://shopify/Order/7', { ...asker, supportUrl: null }).remedies).toEqual([]);
  });
});
