import { adminOrder, explainProblem, type Asker } from '../../extension-api/explain.ts';
import type { Explanation } from '../../extension-api/extension-answers.ts';
import type { EarlyGroup } from '../../shop-api/review/early-groups.ts';
import { storedDelivery } from '../delivery-state/stored-delivery.ts';
import { NAMED_HERE, type ReviewGroup } from './review-view.ts';

/** Orders that are not fulfilled yet and would not go out, with the same problem. */
export interface EarlyGroupView {
  readonly key: string;
  readonly code: string;
  readonly explanation: Explanation;
  readonly count: number;
  /** How many of them are held in Shopify by the app. */
  readonly held: number;
  /** Set when the district can be fixed on this page. */
  readonly district: ReviewGroup['district'];
  readonly orders: readonly { readonly id: string; readonly orderName: string | null; readonly url: string }[];
}

export function earlyGroupViews(groups: readonly EarlyGroup[], asker: Asker): EarlyGroupView[] {
  return groups.map(({ code, district, problem: stored, count, held, newest }) => {
    const [problem = null] = storedDelivery.shape.problems.parse([stored]);
    const explanation = explainProblem(problem, '', asker);
    const { nearest, written } = problem?.details ?? {};
    const key = problem?.code === 'district-not-served' ? district : null;
    return {
      key: `${code} ${district}`,
      code,
      explanation: { ...explanation, remedies: explanation.remedies.filter(({ remedy }) => !NAMED_HERE.has(remedy)) },
      count,
      held,
      district:
        key === null
          ? null
          : {
              key,
              written: typeof written === 'string' && written !== '' ? written : key,
              nearest: Array.isArray(nearest) ? nearest : [],
            },
      orders: newest.map(({ orderId, orderName }) => ({ id: orderId, orderName, url: adminOrder(orderId) })),
    };
  });
}
