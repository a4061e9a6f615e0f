import { z } from 'zod';
import { cleanText } from '../../domain/mapping/clean-text.ts';
import type { PickupPoint } from '../../domain/mapping/delivery-order.ts';
import { DELIVERY_SERVICES } from '../../domain/mapping/delivery-services.ts';
import type { OperatorEnvironment } from '../../operator-accounts/operator-access.ts';
import type { SettingsChange } from '../../installation/save-settings.ts';
import type { SettingsPart } from '../../domain/settings/settings-part.ts';
import { readPart } from './read-part.ts';
import {
  DIRECTION_MARKS,
  TEXT_LIMIT,
  TOKEN_LIMIT,
  SETTINGS_ERRORS,
  SHORTEST_TOKEN,
  type SettingsError,
} from '../../pages/settings/input/settings-error.ts';
import { SETTINGS_FIELDS, type SettingsErrors } from '../../pages/settings/input/settings-values.ts';

export type Parsed<Input> =
  { readonly ok: true; readonly input: Input } | { readonly ok: false; readonly errors: SettingsErrors };

/** Environment and token. A null token means that the saved one is used. */
export type AccountInput = z.infer<ReturnType<typeof account>>;

/** The message of a schema is the code of the text to show. */
const fails = (error: SettingsError) => error;

const text = z
  .string(fails('text-missing'))
  .refine((typed) => !DIRECTION_MARKS.test(typed), fails('text-has-direction-marks'))
  .refine((typed) => !/[<>]/.test(typed), fails('text-has-markup'))
  .transform(cleanText)
  .refine((clean) => clean !== '', fails('text-missing'))
  .refine((clean) => clean.length <= TEXT_LIMIT, fails('text-too-long'));

const token = z
  .string(fails('token-missing'))
  .trim()
  .refine((typed) => !/\s/.test(typed), fails('token-has-spaces'))
  .refine((typed) => /^[!-~]*$/.test(typed), fails('token-characters'))
  .refine((typed) => typed === '' || typed.length >= SHORTEST_TOKEN, fails('token-too-short'))
  .refine((typed) => typed.length <= TOKEN_LIMIT, fails('token-too-long'))
  .transform((typed) => typed || null);

/** @param listed the ids of the registered branches; null when any id may be one */
const branchId = (listed: FormContext['branches']) =>
  z
    .string(fails('branch-missing'))
    .trim()
    .min(1, fails('branch-missing'))
    .regex(/^\d{1,15}$/, fails('branch-not-a-number'))
    .transform(Number)
    .refine((id) => id > 0, fails('branch-not-a-number'))
    .refine((id) => listed?.includes(id) ?? true, fails('branch-unknown'));

/** @param kept the environment whose token is saved; null when none is */
const account = (environments: readonly OperatorEnvironment[], kept: string | null) =>
  z
    .object({ environment: z.enum(environments, fails('environment-unknown')), token })
    .refine(({ environment, token: typed }) => typed !== null || environment === kept, {
      path: ['token'],
      error: fails(kept === null ? 'token-missing' : 'token-missing-in-environment'),
    });

const pickup = (listed: FormContext['branches']) =>
  z.discriminatedUnion(
    'pickupKind',
    [
      z.object({ pickupKind: z.literal('branch'), branchId: branchId(listed) }),
      z.object({ pickupKind: z.literal('address'), pickupName: text, pickupAddress: text, pickupDistrict: text }),
    ],
    fails('pickup-kind-missing'),
  );

/** The services of shipping methods are absent where a form does not show them. */
const service = z
  .object({
    service: z.enum(DELIVERY_SERVICES, fails('service-unknown')),
    methods: z
      .string()
      .transform((printed, context) => methodsIn(printed) ?? (context.addIssue(fails('service-unknown')), z.NEVER))
      .optional(),
  })
  .transform(({ service: chosen, methods }) => ({
    service: chosen,
    ...(methods && { part: { 'service.methods': methods } }),
  }));

const json = z.json();
const printedJson = z.string().transform((text, context) => {
  try {
    return json.parse(JSON.parse(text));
  } catch {
    context.addIssue('not JSON');
    return z.NEVER;
  }
});

/** Read as strictly as the page of rules reads them; null for what no form of ours posts. */
function methodsIn(printed: string): SettingsPart[string] | null {
  const typed = printedJson.safeParse(printed).data;
  const read = typed === undefined ? null : readPart({ version: 0, part: { 'service.methods': typed } }, {});
  return read?.ok ? (read.part['service.methods'] ?? null) : null;
}

const handOver = z.object({ handOverOn: z.stringbool().catch(false) });

/** `admin` uses the language of the admin. */
const language = z
  .object({ language: z.enum(['admin', 'en', 'es', 'pt']).optional().catch(undefined) })
  .transform((posted) => posted.language && { language: posted.language === 'admin' ? null : posted.language });

/** What is needed to read a shop's form. */
interface FormContext {
  readonly environments: readonly OperatorEnvironment[];
  /** The environment whose token is saved; null when none is. */
  readonly kept: string | null;
  /** The ids of the registered branches; null when nobody lists them. */
  readonly branches: readonly number[] | null;
}

/** Parts of the form that can be saved separately. */
const PARTS = ['account', 'pickup', 'service', 'handOver', 'language'] as const;
export type FormPart = (typeof PARTS)[number];

/** Reads the form, or one part of it. Names every field that cannot be read, with what is wrong. */
export function parseSettings(
  form: FormData,
  context: FormContext,
  only: FormPart | null = null,
): Parsed<SettingsChange> {
  const typed = Object.fromEntries(form);
  const readers: Readonly<Record<FormPart, z.ZodType<SettingsChange | undefined>>> = {
    account: account(context.environments, context.kept).transform(({ environment, token: typedToken }) => ({
      account: typedToken === null ? null : { environment, token: typedToken },
    })),
    pickup: pickup(context.branches).transform((data) => ({ pickup: pickupPoint(data) })),
    service,
    handOver,
    language,
  };
  const results = (only ? [only] : PARTS).map((part) => readers[part].safeParse(typed));
  const issues = results.flatMap(({ error }) => error?.issues ?? []);
  if (issues.length > 0) return { ok: false, errors: errorsOf(issues) };
  return { ok: true, input: results.reduce<SettingsChange>((input, { data }) => ({ ...input, ...data }), {}) };
}

/** The part that an intent saves; null when it saves the whole form. */
export function partOf(intent: FormDataEntryValue | null): FormPart | null {
  return PARTS.find((part) => intent === `save-${part}`) ?? null;
}

function pickupPoint(typed: z.infer<ReturnType<typeof pickup>>): PickupPoint {
  if (typed.pickupKind === 'branch') return { id: typed.branchId };
  return { name: typed.pickupName, address: typed.pickupAddress, district: typed.pickupDistrict };
}

/** Reads what a connection test needs. */
export function parseAccount(
  form: FormData,
  { environments, kept }: Omit<FormContext, 'branches'>,
): Parsed<AccountInput> {
  const { data, error } = account(environments, kept).safeParse(Object.fromEntries(form));
  return data ? { ok: true, input: data } : { ok: false, errors: errorsOf(error.issues) };
}

const issueSchema = z.object({ path: z.tuple([z.enum(SETTINGS_FIELDS)]), message: z.enum(SETTINGS_ERRORS) });

/** If a field has several errors, the first. */
function errorsOf(issues: readonly z.core.$ZodIssue[]): SettingsErrors {
  const errors = issues.map((issue) => issueSchema.parse(issue));
  return Object.fromEntries(errors.reverse().map(({ path: [field], message }) => [field, message]));
}
