import type { ShopCountry } from '../domain/settings/shop-country.ts';
import type { Hold } from '../domain/lifecycle/hold.ts';
import type { SkipReason } from '../domain/planning/skip-reason.ts';
import type { Problem } from '../domain/problems/problem.ts';
import { FLAG_CODES, type FlagCode } from '../domain/tracking/promise-watch.ts';
import type { Exception } from '../domain/exceptions/exception.ts';
import {
  REMEDIES_OF_FLAG,
  REMEDY_OF_HOLD,
  remediesOfProblem,
  remediesOfSkip,
  type Remedy,
} from '../domain/problems/remedy.ts';
import { textsIn } from '../texts/choose-texts.ts';
import { describeProblem, describeSkip } from '../texts/describe-problem.ts';
import type { Locale } from '../texts/locale.ts';
import type { Explanation, HoldView, RemedyLink } from './extension-answers.ts';

/** The reader of an explanation, and the deployer's support for the last resort. */
export interface Asker {
  readonly locale: Locale;
  /** The shop's, for its words; null when it is unknown. */
  readonly country: ShopCountry | null;
  /** Null when the deployer named nobody. */
  readonly supportUrl: string | null;
  /** How the operator is reached, best first; none by default. */
  readonly operatorSupport?: readonly OperatorSupport[];
}

/** A phone or an address of the operator. */
export interface OperatorSupport {
  readonly url: string;
  /** As a person reads it. */
  readonly shown: string;
}

/** A problem with the links to where it is fixed. Null stands for a problem that this version does not know. */
export function explainProblem(problem: Problem | null, orderId: string, asker: Asker): Explanation {
  if (!problem)
    return { ...textsIn(asker.locale).deliveries.unknownProblem, remedies: links(['support'], orderId, asker) };
  return {
    ...describeProblem(problem, asker.locale, asker.country),
    remedies: links(remediesOfProblem(problem), orderId, asker),
  };
}

/** What needs a person of a delivery, with the links to where it is fixed. */
export function explainException({ code, problem }: Exception, orderId: string, asker: Asker): Explanation {
  const flag = FLAG_CODES.find((each) => each === code);
  return flag ? explainFlag(flag, orderId, asker) : explainProblem(problem, orderId, asker);
}

/** What is wrong with a delivery that continues, with the links to whoever can be asked. */
export function explainFlag(code: FlagCode, orderId: string, asker: Asker): Explanation {
  const { sentence, nextStep } = textsIn(asker.locale).flags[code];
  return { sentence, nextStep, remedies: links(REMEDIES_OF_FLAG, orderId, asker) };
}

/**
 * Why a fulfillment is not sent, and where that is decided. Null stands for a reason that this version does not know.
 */
export function explainSkip(reason: SkipReason | null, orderId: string, asker: Asker): Explanation {
  if (!reason) return { ...textsIn(asker.locale).deliveries.unknownSkip, remedies: [] };
  return {
    ...describeSkip(reason, asker.locale),
    remedies: links(remediesOfSkip(reason.code), orderId, asker),
  };
}

/** @param since printed; empty when it is not known */
export function explainHold(hold: Hold, since: string, { locale }: Pick<Asker, 'locale'>): HoldView {
  const remedy = REMEDY_OF_HOLD[hold];
  return {
    reason: hold,
    sentence: textsIn(locale).holds[hold]({ since }),
    remedies: remedy === null ? [] : links([remedy], '', { locale, supportUrl: null }),
  };
}

const PAGES: Readonly<Record<Exclude<Remedy, 'order' | 'support' | 'operator'>, string>> = {
  app: '/app',
  review: '/app/review',
  approval: '/app/deliveries?tab=waiting',
  account: '/app/settings?part=account',
  pickup: '/app/settings?part=pickup',
  sending: '/app/settings?part=sending',
  locations: '/app/settings/locations',
  rules: '/app/settings/rules',
  dates: '/app/settings/dates',
  mapping: '/app/settings/mapping',
  eligibility: '/app/settings/eligibility',
  shop: 'shopify://admin/settings/general',
};

function links(remedies: readonly Remedy[], orderId: string, asker: Omit<Asker, 'country'>): RemedyLink[] {
  const { locale, supportUrl, operatorSupport = [] } = asker;
  const { remedies: labels } = textsIn(locale);
  return remedies.flatMap((remedy): RemedyLink[] => {
    if (remedy === 'operator') {
      return operatorSupport.map(({ url, shown }) => ({ remedy, label: `${labels.operator}: ${shown}`, url }));
    }
    const url = addressOf(remedy, orderId, supportUrl);
    return url === null ? [] : [{ remedy, label: labels[remedy], url }];
  });
}

function addressOf(remedy: Exclude<Remedy, 'operator'>, orderId: string, supportUrl: string | null): string | null {
  if (remedy === 'support') return supportUrl;
  return remedy === 'order' ? adminOrder(orderId) : PAGES[remedy];
}

/** The order in the admin. */
export function adminOrder(orderId: string): string {
  return `shopify://admin/orders/${orderId.split('/').at(-1)}`;
}
