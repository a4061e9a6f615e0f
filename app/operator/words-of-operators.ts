import { BOUNDS } from '../bounds.ts';
import { foldText } from '../domain/mapping/clean-text.ts';

/** What operators and the programs in front of them say in words, in English, Spanish and Portuguese. */

/** The beginnings of words of a text that does not say that the order was accepted, without case and accents. */
const COMPLAINTS: readonly RegExp[] = [
  /\b(?:error|fail|inval|denied|denegad|unauthori|forbidden|prohibid|rechaz|rejeit|reject|exception|expir|fall[oa]\b)/,
  /\b(?:not?|nao|sin|sem) [a-z]/,
  /\b(?:unavailable|indisponi|maintenance|mantenim|manutenc|timeout|timed out|too many)/,
  /\b(?:cannot|unable|false|bad|err)\b|\bunprocess|\bconflict|\binexistent|\binsuficient|\binsufficient/,
  /\bfuera de\b|\bfora d[aeo]\b|\bout ?side\b|\b(?:required|requerid|obligatori|missing)/,
  /\bintent[ea] (?:mas|de nuevo|nuevamente)\b|\btry (?:again|later)\b/,
];

export function complains(words: string): boolean {
  const folded = foldText(words);
  return COMPLAINTS.some((expression) => expression.test(folded));
}

/** Without case and accents. */
const REPEATED =
  /\balready\b|\bduplica|\brepetid[ao]\b|\b[yj]a (?:se|ha|fue|foi|esta|existe|registrad|ingresad|cread|cadastrad)/;

/** Whether the operator says that it has an order with this number. It can be ours, or that of another buyer. */
export function saysRepeated(words: string): boolean {
  return REPEATED.test(foldText(words));
}

/** Words that say something does not exist, compared with text without case, accents and punctuation. */
const ABSENCE = {
  english:
    /\b(?:not (?:be )?found|notfound|no such|no (?:results|records|data|order)|not registered|unknown order)\b|\b(?:does|do|did)(?: not|n t|nt) exist|\bnot exists?\b/,
  noneFound: /\bno \w{1,40} (?:was |were )?found\b/,
  spanishAndPortuguese:
    /\bna?o (?:se )?(?:\w{1,40} )?(?:encontr|encuentr|exist|registrad|hay (?:resultados|registros|datos|ordenes|pedidos)|ha resultados)|\binexistente|\b(?:sin|sem) (?:resultados|registros|datos|dados)\b/,
} as const;

export function namesAbsence(message: string): boolean {
  const folded = foldText(message);
  return Object.values(ABSENCE).some((expression) => expression.test(folded));
}

const TOKEN =
  /\b(?:token|jwt|api ?key|credential|credencia|unauthori[sz]ed|unauthenticated|not authenticated|(?:no|nao) aut[eo](?:nticad|rizad)|authentication|autentica(?:cion|cao))/;
/** A parser calls the parts of a text tokens. */
const PARSER = /\bunexpected token\b|\bjson\b|\bpars(?:e|ing)\b|\bcsrf\b/;

const HOLDER =
  /\b(?:user|usuario|account|cuenta|conta|company|empresa|tenant|organi[sz]a(?:tion|cion|cao)|session|sesion|sessao)\b/;
const ORDER = /\b(?:order|orden|pedido|number|numero|delivery|entrega)\b/;

/**
 * Whether a refusal is about the token of the account, and not about the order. That its holder is missing says so only on
 * a read: on a creation, the customer can be meant.
 */
export function blamesToken(words: string, method: 'GET' | 'POST'): boolean {
  const folded = foldText(words);
  if (method === 'GET' && HOLDER.test(folded) && !ORDER.test(folded) && namesAbsence(words)) return true;
  return TOKEN.test(folded) && !PARSER.test(folded);
}

/** What gateways, hosting platforms and frameworks say when they have no program for an address. */
const NO_ADDRESS: readonly RegExp[] = [
  /\bpage not found\b|\bno route\b|\broute\b.{0,200}\bnot (?:be )?found\b|\bcannot (?:get|post) \//i,
  /\bno handler found\b|\brequested url\b|\bdefault backend\b|\bno (?:healthy|live) upstream/i,
  /\b(?:application|app|deployment|backend|upstream|host|endpoint)(?: (?:was|could))? not (?:be )?found\b/i,
  /\bno such (?:app|host|route|endpoint)\b|\bDEPLOYMENT_NOT_FOUND\b/i,
];

/** Whether a 404 is about the address, so that the operator was not asked about the order. */
export function isNoAddress(content: unknown): boolean {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const beginning = text.slice(0, BOUNDS.operatorText);
  return NO_ADDRESS.some((expression) => expression.test(beginning));
}

/** Whether an answer is a page that says something is not there, and not that its address is unknown. */
export function isPageOfAbsence(content: unknown): content is string {
  if (typeof content !== 'string' || !/^\s*</.test(content) || isNoAddress(content)) return false;
  return namesAbsence(content.slice(0, BOUNDS.operatorText).replace(/<[^<>]*>/g, ' '));
}

/** Whether a text is none, such as an answer in a compression that nobody asked for. */
export function isBinary(text: string): boolean {
  return /[\u0000-\u0008\u000E-\u001F]/.test(text);
}
