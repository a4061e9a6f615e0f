import { describeProblem } from '../../texts/describe-problem.ts';
import type { Locale } from '../../texts/locale.ts';
import type { ProblemCode } from '../../domain/problems/problem.ts';
import type { SettingsGroup } from '../../domain/settings/settings-part.ts';
import type { AttentionGroup } from '../../shop-api/review/attention-groups.ts';
import type { Explanation } from '../../extension-api/extension-answers.ts';
import { storedDelivery } from '../delivery-state/stored-delivery.ts';
import { textsIn } from '../../texts/choose-texts.ts';

/** Deliveries with the same problem, and what to do about it. */
export interface ReviewGroup {
  readonly key: string;
  readonly code: string | null;
  readonly explanation: Explanation;
  readonly count: number;
  readonly retryable: number;
  readonly place: { readonly name: MendingPlace; readonly url: string } | null;
  /** Set when the district can be mended here. */
  readonly district: { readonly written: string; readonly nearest: readonly string[] } | null;
  readonly deliveries: readonly ReviewedDelivery[];
}

export interface ReviewedDelivery {
  readonly id: string;
  readonly orderName: string | null;
  /** The order in the admin, where what the buyer wrote is corrected; our page where that is not what helps. */
  readonly url: string;
  readonly isOrder: boolean;
}

/** Where else than on the order something can be mended: the settings, a page of them, or the shop's own in Shopify. */
export type MendingPlace = 'settings' | 'shop' | Extract<SettingsGroup, 'dates' | 'mapping'>;

const PLACES: Readonly<Record<MendingPlace, string>> = {
  settings: '/app/settings',
  dates: '/app/settings/dates',
  mapping: '/app/settings/mapping',
  shop: 'shopify://admin/settings/general',
};

const PLACE_OF_CODE: Readonly<Partial<Record<ProblemCode, MendingPlace>>> = {
  'operator-refused': 'settings',
  'pickup-missing': 'settings',
  'time-zone-unknown': 'shop',
  'after-cutoff': 'dates',
  'closed-today': 'dates',
  'window-missing': 'dates',
  'window-on-closed-day': 'dates',
  'order-number-taken': 'mapping',
  'order-number-too-long': 'mapping',
  'order-number-unreadable': 'mapping',
  'district-missing': 'mapping',
  'district-not-served': 'mapping',
  'phone-missing': 'mapping',
  'email-missing': 'mapping',
  'file-link-unusable': 'mapping',
  'order-invalid': 'mapping',
};

/** What is corrected on the order itself. */
const ON_THE_ORDER: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  ...(['operator-refused', 'name-missing', 'phone-missing', 'phone-unusable'] as const),
  ...(['email-missing', 'email-unusable', 'address-missing', 'street-missing'] as const),
  ...(['district-missing', 'district-not-served'] as const),
  ...(['window-missing', 'window-unreadable', 'window-ends-before-start', 'window-past'] as const),
  ...(['window-too-soon', 'window-on-closed-day', 'price-unreadable', 'file-link-unusable'] as const),
]);

export function reviewGroups(groups: readonly AttentionGroup[], locale: Locale): ReviewGroup[] {
  return groups.map((group) => reviewGroup(group, locale));
}

function reviewGroup(group: AttentionGroup, locale: Locale): ReviewGroup {
  const [problem = null] = storedDelivery.shape.problems.parse([group.problem]);
  const place = problem && PLACE_OF_CODE[problem.code];
  const isOrder = problem !== null && ON_THE_ORDER.has(problem.code);
  const { nearest } = problem?.details ?? {};
  const written = problem?.code === 'district-not-served' ? group.district : null;
  return {
    key: `${group.code} ${group.district}`,
    code: group.code,
    explanation: problem ? describeProblem(problem, locale) : textsIn(locale).deliveries.unknownProblem,
    count: group.count,
    retryable: group.retryable,
    place: place ? { name: place, url: PLACES[place] } : null,
    district: written === null ? null : { written, nearest: Array.isArray(nearest) ? nearest : [] },
    deliveries: group.newest.map(({ id, orderId, orderName }) => ({
      id,
      orderName,
      isOrder,
      url: isOrder ? `shopify://admin/orders/${orderId.split('/').at(-1)}` : `/app/deliveries/${id}`,
    })),
  };
}
