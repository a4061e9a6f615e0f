import type { CallEnd } from '../domain/lifecycle/knowledge.ts';
import { foldText } from '../domain/mapping/clean-text.ts';

/** Of the delivery order, but for its number: words about that one may say that the order is there already. */
const NAMES_FIELD =
  /(^|[^a-z_])(delivery_service|delivery_date|pickup|dropoff|packages|tags|files|notes|url_tracking|location|contact|fullname|phone|email|address|district|latitude|longitude|qty|price)($|[^a-z_])/i;

/** In English, Spanish and Portuguese; of text without case and accents. */
const MAY_BE_THERE = /order.?number|numero|already|exist|duplicat|repe|\bya\b|\bja\b/;

/**
 * Whose no it is. A page, or no word at all, is what a proxy says. Words that name a field of the order are the operator's
 * own, and of an order that it did not take; any other words leave that open.
 *
 * @param content as it was read
 * @param words the operator's own, cleaned
 * @param given.status of the answer; a POST cannot be answered with 404 by who was meant
 */
export function endOfRefusal(
  content: unknown,
  words: string,
  { status, method }: { status: number; method: 'GET' | 'POST' },
): CallEnd {
  const isPage = typeof content === 'string' && (/^\s*</.test(content) || /\bpage not found\b/i.test(content));
  const isElsewhere = status === 405 || status === 418 || (status === 404 && method === 'POST');
  if (isPage || words === '' || isElsewhere) return 'misdirected';
  const isVerdict = status === 400 || status === 422 || status < 300;
  return isVerdict && NAMES_FIELD.test(words) && !MAY_BE_THERE.test(foldText(words)) ? 'refused-by-field' : 'refused';
}
