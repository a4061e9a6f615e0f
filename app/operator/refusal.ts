import type { CallEnd } from '../domain/hand-over/knowledge.ts';
import { foldText } from '../domain/mapping/clean-text.ts';
import { isNoAddress } from './words-of-operators.ts';

/**
 * Names of the fields of a delivery order, except its number: a refusal that names the number may mean that the order
 * is already there.
 */
const NAMES_FIELD =
  /(^|[^a-z_])(delivery_service|delivery_date|pickup|dropoff|packages|tags|files|notes|url_tracking|location|contact|fullname|phone|email|address|district|latitude|longitude|qty|price)($|[^a-z_])/i;

/** In English, Spanish and Portuguese, for text without case and accents. */
const MAY_BE_THERE = /order.?number|numero|already|exist|duplicat|repe|\bya\b|\bja\b/;

/**
 * Who refused. A page, an answer without words, or words about the address come from a proxy. Words that name a field of the order come from
 * the operator, which has not accepted it. Any other words leave that open.
 *
 * @param content as it was read
 * @param words the operator's own words, cleaned
 * @param given.status the status of the answer; the operator itself would not answer a POST with 404
 */
export function endOfRefusal(
  content: unknown,
  words: string,
  { status, method }: { status: number; method: 'GET' | 'POST' },
): CallEnd {
  const isPage = typeof content === 'string' && (/^\s*</.test(content) || /\bpage not found\b/i.test(content));
  const isOfRoute = status === 404 && isNoAddress(content);
  const isElsewhere = status === 405 || status === 418 || (status === 404 && method === 'POST');
  if (isPage || isOfRoute || isElsewhere) return 'misdirected';
  // a read of an unknown number needs no words but 404
  if (words === '') return status === 404 ? 'refused' : 'misdirected';
  const isVerdict = status === 400 || status === 422 || status < 300;
  return isVerdict && NAMES_FIELD.test(words) && !MAY_BE_THERE.test(foldText(words)) ? 'refused-by-field' : 'refused';
}
