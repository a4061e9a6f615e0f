import { z } from 'zod';
import { foldText } from '../domain/mapping/clean-text.ts';
import { isFields, recordsIn } from './order-record.ts';

/** Whether an answer is a success or a refusal, in the many ways in which operators say so with a status of success. */

/** Names of yes and no without case, because the interface's examples write one boolean as a string. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'si', 'sim', 'ok', 'success'].map((name) => [name, true] as const),
  ...['false', '0', 'no', 'nao', 'ko', 'nok', 'error', 'erro', 'fail', 'failed', 'failure'].map(
    (name) => [name, false] as const,
  ),
  ...['rejected', 'refused', 'denied', 'invalid', 'rechazado', 'rechazada'].map((name) => [name, false] as const),
]);

/** A boolean, its name, or 1 and 0. */
export const flag = z
  .union([z.boolean(), z.number(), z.string()])
  .transform((value) => FLAGS.get(foldText(String(value))))
  .pipe(z.boolean());
const letterN = z
  .string()
  .regex(/^\s*n\s*$/i)
  .transform(() => false);
export const maybeFlag = z.union([flag, letterN]).optional().catch(undefined);
/** A status of HTTP in the answer itself, or the name of yes or no. */
const maybeCode = z
  .union([
    z.union([z.int(), z.string().regex(/^\d{3}$/)]).transform((code) => {
      return Number(code) >= 400 && Number(code) < 600 ? false : undefined;
    }),
    flag,
  ])
  .optional()
  .catch(undefined);

/** Keys of an answer that say whether it is a success, in English, Spanish and Portuguese. */
const SUCCESS_KEYS = ['ok', 'exito', 'exitoso', 'sucesso', 'successful', 'issuccess', 'accepted'];
export const CODE_KEYS = ['status', 'statuscode', 'code', 'codigo', 'result', 'resultado', 'estado', 'state'];
const FAILURE_KEYS = ['haserror', 'haserrors', 'iserror'];
const ERROR_KEYS = ['errors', 'error', 'errores', 'erros', 'erro', 'fault', 'exception'];

export const noItems = z.array(z.unknown()).length(0);
export const noErrors = z.union([z.null(), z.undefined(), z.literal(['', false, 0]), noItems, z.strictObject({})]);

/**
 * Whether the answer is a success or a refusal; null when it does not say. §7: on success `success` is true and `errors`
 * is null. Errors next to a success, or next to a record, are warnings. The other names are not in the interface; a
 * refusal that is taken for one in error costs a look-up.
 *
 * @param hasRecord after a creation, the order number alone is no record: a refusal repeats it as well
 */
export function verdictOf(content: unknown, hasRecord = recordsIn(content).length > 0): boolean | null {
  const only: unknown = Array.isArray(content) && content.length === 1 ? content[0] : content;
  if (isFields(only) && typeof only.success === 'boolean') return only.success;
  if (!isFields(only)) return null;
  const answer = withPlainKeys(only);
  const success = maybeFlag.parse(answer.success);
  if (success !== undefined) return success;
  if (hasRecord) return null;
  const flags = [
    ...SUCCESS_KEYS.map((key) => maybeFlag.parse(answer[key])),
    ...CODE_KEYS.map((key) => maybeCode.parse(answer[key])),
  ];
  const hasErrors = ERROR_KEYS.some((key) => !noErrors.safeParse(answer[key]).success);
  const hasFailed = FAILURE_KEYS.some((key) => maybeFlag.parse(answer[key]) === true);
  if (hasErrors || hasFailed || flags.includes(false)) return false;
  return flags.includes(true) ? true : null;
}

/** The part of an answer that refuses: the answer, or the envelope within it if the answer says nothing; otherwise null. */
export function refusalWithin(content: unknown, isYes: boolean | null, hasRecord?: boolean): unknown {
  if (isYes !== null) return isYes ? null : content;
  const { data, result, response, body, payload }: Readonly<Record<string, unknown>> = isFields(content) ? content : {};
  const parts = [data, result, response, body, payload];
  return parts.find((part) => isFields(part) && verdictOf(part, hasRecord) === false) ?? null;
}

/** Some operators write their keys with capitals, accents or underscores. */
export function withPlainKeys(content: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const plain = (key: string) => foldText(key).replaceAll(' ', '');
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [plain(key), value]));
}
