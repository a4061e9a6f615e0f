import { ASK } from '../../domain/mapping/district/district.ts';
import { FLAG_CODES } from '../../domain/tracking/promise-watch.ts';
import { fieldToCorrect, type CorrectedField, type Remedy } from '../../domain/problems/remedy.ts';
import { adminOrder, explainFlag, explainProblem, type Asker } from '../../extension-api/explain.ts';
import type { Explanation } from '../../extension-api/extension-answers.ts';
import type { ChosenMeaning, UnknownState } from '../../deliveries/merchant-actions/state-meanings.ts';
import type { StateMeaning } from '../../domain/tracking/state-meaning.ts';
import type { RememberedDistrict } from '../../deliveries/merchant-actions/remember-district.ts';
import { printClock, printMoment, type Reader } from '../../extension-api/printed-times.ts';
import { storedDelivery } from '../../extension-api/stored-delivery.ts';
import type { Texts } from '../../texts/catalogue.ts';
import { textsIn } from '../../texts/choose-texts.ts';

/** What needs a person for the same reason. If the reason is a district, it is the same district. */
interface StoredGroup<Order extends StoredOrder> {
  /** The code of the first problem, or of the first flag; null for neither. */
  readonly code: string | null;
  /** What the buyers wrote, if it is a district that is not served. */
  readonly district: string | null;
  /** The first problem of the first of them, as it is stored; null when it is a flag. */
  readonly problem: unknown;
  readonly count: number;
  /** The first of them, the most urgent first. */
  readonly named: readonly Order[];
}

/** An order of a group, as the database has it. */
interface StoredOrder {
  readonly orderId: string;
  readonly orderName: string | null;
  /** ISO: until then whoever was called about it is waited for; null when nobody is. */
  readonly calledUntil: string | null;
}

interface AttentionDelivery extends StoredOrder {
  readonly id: string;
  /** Its number at the operator; null when the operator does not have it. */
  readonly atOperator: string | null;
  /** The operator's own word. */
  readonly state: string | null;
  /** The words of `seenOf`. */
  readonly seen: readonly string[];
}

/** Deliveries that need attention. */
export interface AttentionGroup extends StoredGroup<AttentionDelivery> {
  /** How many of them can be retried. */
  readonly retryable: number;
}

/** Orders that would not go out. */
export interface EarlyGroup extends StoredGroup<StoredOrder> {
  /** How many of them are held in Shopify by the app. */
  readonly held: number;
}

/** Deliveries that used the default service because their shipping method has none. */
export interface UnassignedMethods {
  /** How many of the newest deliveries. */
  readonly count: number;
  /** The shipping methods that the shop's rules and settings name. */
  readonly named: readonly string[];
}

/** Deliveries that need attention, or open orders that would not go out, with the same problem. */
export interface ReviewGroup {
  readonly of: 'deliveries' | 'orders';
  readonly key: string;
  readonly code: string | null;
  readonly explanation: Explanation;
  readonly count: number;
  /** How many of the deliveries can be retried. */
  readonly retryable: number;
  /** How many of the orders are held in Shopify by the app. */
  readonly held: number;
  /** Set when the district can be fixed on this page. */
  readonly district: {
    /** One key for all spellings of the district. */
    readonly key: string;
    /** The district as the first buyer wrote it. */
    readonly written: string;
    readonly nearest: readonly string[];
  } | null;
  /** The field of the shipping address that is corrected on this page, if that solves the problem. */
  readonly field: CorrectedField | null;
  readonly named: readonly NamedOrder[];
}

export interface NamedOrder extends Pick<StoredOrder, 'orderId' | 'orderName'> {
  /** Of the delivery, or the gid of an open order. */
  readonly id: string;
  /** The order in the admin, where the buyer's text is corrected. If that does not help, a page of the app. */
  readonly url: string;
  readonly isOrder: boolean;
  /** Until when whoever was called is waited for, printed; null when nobody is. */
  readonly calledUntil: string | null;
  /** What to ask the operator, and the address that opens it as a mail; null when the operator does not have it. */
  readonly toOperator: { readonly message: string; readonly mail: string | null } | null;
  /** Goes with each action on a delivery, which does nothing if the delivery is not that any more. */
  readonly seen?: string;
}

/** Whoever reads the page, and where the shop looks for the district. */
type DeskReader = Asker & Reader & { readonly districtSources: readonly unknown[] };

/** Remedies that need no link on the review page: each order is listed, and the other remedy is the page itself. */
const NAMED_HERE: ReadonlySet<Remedy> = new Set<Remedy>(['order', 'review']);

export function reviewGroups(groups: readonly AttentionGroup[], asker: DeskReader): ReviewGroup[] {
  return groups.map((group) => {
    const { shared, ...fixed } = explained(group, asker);
    // what the operator has is not corrected on the order
    const isOrder = fixed.isOrder && group.retryable > 0;
    const field = group.retryable > 0 ? shared.field : null;
    const named = group.named.map(({ id, orderId, orderName, calledUntil, atOperator, state, seen }) => ({
      id,
      orderId,
      orderName,
      isOrder,
      url: isOrder ? adminOrder(orderId) : `/app/deliveries/${id}`,
      calledUntil: printCalled(calledUntil, asker),
      toOperator:
        atOperator === null ? null : askOperator(group.code, { number: atOperator, state: state ?? '' }, asker),
      seen: seen.join(' '),
    }));
    return { of: 'deliveries', ...shared, field, retryable: group.retryable, held: 0, named };
  });
}

/** An open order has no page of the app: each is fixed in the admin. */
export function openOrderGroups(groups: readonly EarlyGroup[], asker: DeskReader): ReviewGroup[] {
  return groups.map((group) => {
    const { shared } = explained(group, asker);
    const named = group.named.map(({ orderId, orderName, calledUntil }) => ({
      id: orderId,
      orderId,
      orderName,
      isOrder: true,
      url: adminOrder(orderId),
      calledUntil: printCalled(calledUntil, asker),
      toOperator: null,
    }));
    return { of: 'orders', ...shared, retryable: 0, held: group.held, named };
  });
}

const printCalled = (until: string | null, reader: Reader) => until && printClock(new Date(until), reader);

/** Of what the operator has. */
const ASK_OPERATOR: Readonly<Partial<Record<string, Exclude<keyof Texts['operatorMessages'], 'subject'>>>> = {
  'cancelled-after-hand-over': 'cancelled',
  'edited-after-hand-over': 'edited',
  'attempt-failed': 'state',
  'address-wrong': 'state',
  'operator-asks': 'state',
  stored: 'state',
  returning: 'state',
  'refused-by-customer': 'state',
  returned: 'state',
  'cancelled-by-operator': 'state',
  'not-delivered': 'state',
};

function askOperator(code: string | null, order: { number: string; state: string }, asker: Asker) {
  const { subject, ...texts } = textsIn(asker.locale).operatorMessages;
  const message = texts[ASK_OPERATOR[code ?? ''] ?? 'where'](order);
  const address = asker.operatorSupport?.find(({ url }) => url.startsWith('mailto:'))?.url;
  const query = `subject=${encodeURIComponent(subject(order))}&body=${encodeURIComponent(message)}`;
  return { message, mail: address === undefined ? null : `${address}?${query}` };
}

/** What both kinds of groups share, and whether the problem is fixed on the order. */
function explained(group: AttentionGroup | EarlyGroup, asker: DeskReader) {
  const [problem = null] = storedDelivery.shape.problems.parse([group.problem]);
  const flag = FLAG_CODES.find((each) => each === group.code);
  const explanation = flag ? explainFlag(flag, '', asker) : explainProblem(problem, '', asker);
  const { nearest, written } = problem?.details ?? {};
  const key = problem?.code === 'district-not-served' ? group.district : null;
  const shared = {
    key: `${group.code} ${group.district}`,
    code: group.code,
    explanation: { ...explanation, remedies: explanation.remedies.filter(({ remedy }) => !NAMED_HERE.has(remedy)) },
    count: group.count,
    field: fieldToCorrect(group.code, asker.districtSources),
    district:
      key === null
        ? null
        : {
            key,
            written: typeof written === 'string' && written !== '' ? written : key,
            nearest: Array.isArray(nearest) ? nearest : [],
          },
  };
  return { shared, isOrder: explanation.remedies.some(({ remedy }) => remedy === 'order') };
}

/** A district's name that the shop remembers. */
export interface RememberedName {
  readonly written: string;
  /** Null for what is to be asked about. */
  readonly district: string | null;
  /** When the name was saved, printed, with the staff member's page in the admin; null if it was typed in settings. */
  readonly saved: { readonly at: string; readonly staffUrl: string } | null;
}

export function rememberedNames(names: readonly RememberedDistrict[], reader: Reader): RememberedName[] {
  return names.map(({ written, district, saved }) => ({
    written,
    district: district === ASK ? null : district,
    saved: saved && { at: printMoment(saved.at, reader), staffUrl: staffPage(saved.by) },
  }));
}

const staffPage = (staff: string) => `shopify://admin/settings/account/${staff}`;

/** States that the operator reports and its profile does not name. Moments are printed. */
export interface StatesView {
  readonly unknown: readonly {
    readonly name: string;
    readonly count: number;
    /** Null when the operator gives no dates. */
    readonly since: string | null;
    /** When the last two deliveries entered it. */
    readonly last: readonly string[];
  }[];
  readonly chosen: readonly {
    readonly key: string;
    readonly name: string;
    readonly group: StateMeaning['group'];
    readonly at: string;
    /** Null when another shop with the same operator account chose it. */
    readonly staffUrl: string | null;
  }[];
}

export function statesView(
  { unknown, chosen }: { unknown: readonly UnknownState[]; chosen: readonly ChosenMeaning[] },
  reader: Reader,
): StatesView {
  const print = (at: Date) => printMoment(at, reader);
  return {
    unknown: unknown.map(({ since, last, ...state }) => ({
      ...state,
      since: since && print(since),
      last: last.map(print),
    })),
    chosen: chosen.map(({ key, name, group, at, by }) => {
      return { key, name, group, at: print(new Date(at)), staffUrl: by === null ? null : staffPage(by) };
    }),
  };
}
