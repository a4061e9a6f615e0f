import { OperatorError } from '../operator/operator-error.ts';
import { ProfileError } from '../operator/profile/operator-profile.ts';
import type { RowResults } from './report.ts';
import type { CheckTools, ProfileContent, Said, Talk } from './talk.ts';

/** The rows that every call of the check tries. */
const EVERY_CALL = ['1 base address', '9 paths', '4.2 request body', '4.2 Content-Type', '1 Content-Type'] as const;
const BURST = 10;
const IN_CLEAR =
  'The address has no TLS: the token and the customers’ data can be read on the way. Ask for an https address.';

let numbers = 0;
/** Of no order: the moment and a count. */
const unknownNumber = ({ now }: CheckTools) => `handoff-check-${now().toString(36)}-${(numbers += 1)}`;

/**
 * Reads numbers that cannot exist, with good, wrong and no token, and ten at once. Nothing can happen by it.
 *
 * @returns whether the operator can be reached with the token
 */
export async function checkReading(talk: Talk, results: RowResults, tools: CheckTools): Promise<boolean> {
  tools.tell('reads an unknown number');
  const first = await readWithSlash(talk, results, tools);
  const { exchange: evidence } = first;
  if (first.answer instanceof OperatorError) {
    const { failure, message } = first.answer;
    if (failure === 'not-sent' || failure === 'no-answer') {
      results.say('1 base address', 'unusable', `The address does not answer: ${message}.`, { evidence });
      return false;
    }
    if (failure === 'account-refused') {
      results.say(['5 Authorization', '5 token'], 'unusable', `The token is refused: ${message}.`, { evidence });
      return false;
    }
  }
  results.say(EVERY_CALL, 'passes', `HTTP ${first.status ?? '?'}.`);
  results.say('9 scheme', 'passes', 'The address has all that names a version.');
  if (isInClear(talk.url)) results.say('1 base address', 'differs', IN_CLEAR, { evidence });

  tools.tell('tries a wrong token and none');
  const wrong = await talk.read(unknownNumber(tools), { token: 'handoff-check-wrong-token' });
  const none = await talk.read(unknownNumber(tools), { token: ' ' });
  judgeToken(results, 'A wrong token', wrong, 'unusable');
  judgeToken(results, 'A call without token', none, 'differs');

  tools.tell('learns how an unknown number is answered');
  await learnAbsence(talk, results, tools, { first, wrong });

  judgeText(results, first);
  tools.tell(`reads ${BURST} numbers at once`);
  await burst(talk, results, tools);
  return true;
}

/** Plain HTTP, other than to this machine. */
export function isInClear(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

async function readWithSlash(talk: Talk, results: RowResults, tools: CheckTools) {
  const first = await talk.read(unknownNumber(tools));
  if (!isElsewhere(first)) {
    results.say('4.2 method and path', 'passes', `HTTP ${first.status ?? '?'} for an unknown number.`);
    return first;
  }
  const { exchange: evidence } = first;
  const before = talk.content;
  talk.content = withOtherSlash(before);
  const second = await talk.read(unknownNumber(tools));
  if (isElsewhere(second)) {
    talk.content = before;
    const note = 'Neither the path nor the path with a slash leads to the operator.';
    results.say('4.2 method and path', 'unusable', note, { evidence });
    return first;
  }
  const note = `The paths ${talk.profile.paths.read.endsWith('/') ? 'end with a slash' : 'end without a slash'}.`;
  const without = 'no order is accepted and none is found: every delivery stops.';
  results.say(['4.1 method and path', '4.2 method and path', '9 paths'], 'differs', note, { without, evidence });
  return second;
}

/** A redirect, or the answer of something that is not the operator. */
export function isElsewhere({ answer, status }: Said<unknown>): boolean {
  return (
    (answer instanceof OperatorError && answer.end === 'misdirected') ||
    (status !== null && status >= 300 && status < 400)
  );
}

/** The paths with a slash at the end, or without it. */
export function withOtherSlash(content: ProfileContent): ProfileContent {
  const { create = '/order', read = '/order/{order_number}' } = (content.paths ?? {}) as Record<string, string>;
  const other = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`);
  return { ...content, paths: { create: other(create), read: other(read) } };
}

function judgeToken(
  results: RowResults,
  name: string,
  { answer, status, exchange: evidence }: Said<unknown>,
  otherwise: 'unusable' | 'differs',
): void {
  const isRefused = answer instanceof OperatorError && answer.failure === 'account-refused';
  const note = `${name}: HTTP ${status ?? 'none'}.`;
  if (isRefused) results.say(TOKEN_ROWS, 'passes', note);
  else results.say('5 token', otherwise, `${note} ${NOT_TOLD_APART}`, { evidence });
}

const TOKEN_ROWS = ['5 Authorization', '5 token', '4.2 Authorization', '7 HTTP status codes'] as const;
const NOT_TOLD_APART =
  "It is not told apart from a good one: a merchant's mistyped token is noticed at the first order only.";

async function learnAbsence(
  talk: Talk,
  results: RowResults,
  tools: CheckTools,
  { first, wrong }: { first: Said<unknown>; wrong: Said<unknown> },
): Promise<void> {
  const row = '7 unknown order number';
  const { exchange: evidence } = first;
  if (!(first.answer instanceof OperatorError)) {
    const note = `HTTP ${first.status ?? '?'}, which Handoff reads as "no such order".`;
    return results.say([row, '7 error codes'], 'passes', note);
  }
  const second = await talk.read(unknownNumber(tools));
  const before = talk.content;
  const refused = codesIn(wrong.content);
  const codes = codesIn(first.content).filter(
    (code) => codesIn(second.content).includes(code) && !refused.includes(code),
  );
  const tries: readonly object[] = [
    ...codes.map((code) => ({ codes: [code] })),
    ...(first.status !== null && first.status === second.status ? [{ statuses: [first.status] }] : []),
  ];
  for (const absence of tries) {
    try {
      talk.content = { ...before, absence: { ...(before.absence as object | undefined), ...absence } };
      const third = await talk.read(unknownNumber(tools));
      if (third.answer instanceof OperatorError) continue;
      const note = `HTTP ${first.status ?? '?'} with ${JSON.stringify(absence)}.`;
      const without = 'an order whose answer was lost is never known not to be there: its delivery waits for a person.';
      return results.say([row, '7 error codes'], 'differs', note, { without, evidence });
    } catch (error) {
      if (!(error instanceof ProfileError)) throw error; // a code that says nothing, such as 200
    }
  }
  talk.content = before;
  const note = 'Its answer has no status, code or words that tell it from a failure.';
  results.say(row, 'unusable', note, { evidence });
}

/** Texts and numbers under keys of codes, at any depth. */
function codesIn(content: unknown, key = '', depth = 0): (string | number)[] {
  if (typeof content === 'string' || typeof content === 'number') {
    return /cod(?:e|igo)?$|^(?:errors?|type|reason|motivo)$/i.test(key) && String(content).length <= 60
      ? [content]
      : [];
  }
  if (typeof content !== 'object' || content === null || depth > 4) return [];
  return Object.entries(content).flatMap(([name, value]) =>
    codesIn(value, Array.isArray(content) ? key : name, depth + 1),
  );
}

function judgeText(results: RowResults, { contentType, isUtf8, content, exchange: evidence }: Said<unknown>): void {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  const isText = typeof content === 'string' && content !== '';
  if (!isText) results.say('7 envelope', 'passes', 'The answer is JSON.');
  if (isUtf8 && /^utf-?8$/.test(charset) && !isText) {
    return results.say('1 bodies', 'passes', `${contentType ?? 'No content type'}, in UTF-8.`);
  }
  const declared = `The answer is declared as ${charset} and is ${isUtf8 ? '' : 'not '}UTF-8.`;
  results.say('1 bodies', 'differs', isText ? 'The answer is not JSON.' : declared, { evidence });
}

async function burst(talk: Talk, results: RowResults, tools: CheckTools): Promise<void> {
  const row = '8 rate limits';
  const all = await Promise.all(Array.from({ length: BURST }, () => talk.read(unknownNumber(tools), { atOnce: true })));
  talk.learnPace();
  const { perMinute: callsPerMinute, sawRetryAfter } = talk;
  if (callsPerMinute === null) {
    const times = all.map(({ ms }) => ms).sort((a, b) => a - b);
    const speed = `Half of ${BURST} calls at once took ${Math.round(times[BURST / 2] ?? 0)} ms or less.`;
    const broken = all.filter(({ answer }) => answer instanceof OperatorError && answer.failure === 'server-error');
    return results.judge(row, broken.length === 0, [speed, `${speed} ${broken.length} failed.`]);
  }
  talk.content = { ...talk.content, limits: { ...(talk.content.limits as object | undefined), callsPerMinute } };
  const told = sawRetryAfter === null ? 'without Retry-After' : `with Retry-After: ${sawRetryAfter}`;
  results.say(row, 'differs', `${callsPerMinute} calls a minute, then 429 ${told}.`, {
    without: 'hand-overs and reads are put off again and again, and deliveries are told late.',
    evidence: all.find(({ status }) => status === 429)?.exchange,
  });
}
