import { z } from 'zod';
import { readConfigurations } from '../extension-host/extensions.ts';

/** A trigger as Shopify knows it after a deployment. */
export interface FlowTrigger {
  readonly handle: string;
  readonly name: string;
  /** Its properties beside the order, with their types. */
  readonly properties: ReadonlyMap<string, string>;
}

/** An action as Shopify knows it after a deployment. */
export interface FlowAction {
  readonly handle: string;
  readonly name: string;
  /** Path of the app. */
  readonly url: string;
}

export interface FlowExtensions {
  readonly triggers: readonly FlowTrigger[];
  readonly actions: readonly FlowAction[];
  /** Path of the app that is told whether a workflow uses a trigger; null when none is. */
  readonly useUrl: string | null;
}

/** A trigger that reached Flow. */
export interface ReceivedTrigger {
  readonly handle: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly receivedAt: string;
}

const handle = z.string().regex(/^[a-z0-9-]{1,30}$/);
const path = z.string().regex(/^\/[\w/-]+$/, 'the sandbox calls paths of the app only');
const name = z.string();
const description = z.string().optional();
const reference = z.strictObject({ type: z.literal('order_reference'), required: z.boolean().optional() });
const triggerField = z.strictObject({
  type: z.enum(['boolean', 'email', 'single_line_text_field', 'url', 'number_decimal']),
  key: z.string().regex(/^[A-Za-z ]+$/),
});
const actionField = z.strictObject({
  type: z.enum([
    'boolean',
    'email',
    'single_line_text_field',
    'multi_line_text_field',
    'url',
    'number_decimal',
    'number_integer',
  ]),
  key: z.string(),
  name,
  description,
  required: z.boolean().optional(),
});
const extension = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('flow_trigger'),
    handle,
    name,
    description,
    settings: z.strictObject({ fields: z.array(z.union([reference, triggerField])) }),
  }),
  z.strictObject({
    type: z.literal('flow_action'),
    handle,
    name,
    description,
    runtime_url: path,
    schema: z.string().optional(),
    return_type_ref: z.string().optional(),
    settings: z.strictObject({ fields: z.array(z.union([reference, actionField])) }),
  }),
  z.strictObject({ type: z.literal('flow_trigger_lifecycle_callback'), handle, name, url: path }),
]);
const anyFile = z.looseObject({ extensions: z.array(z.looseObject({ type: z.string() })) });

/** Reads the app's extensions of Shopify Flow. */
export async function readFlowExtensions(): Promise<FlowExtensions> {
  const files = (await readConfigurations()).map(({ config }) => anyFile.parse(config));
  const all = files
    .flatMap(({ extensions }) => extensions)
    .filter(({ type }) => type.startsWith('flow_'))
    .map((each) => extension.parse(each));
  return {
    triggers: all.flatMap((each) => {
      if (each.type !== 'flow_trigger') return [];
      const fields = each.settings.fields.flatMap((field) =>
        'key' in field ? [[field.key, field.type] as const] : [],
      );
      return [{ handle: each.handle, name: each.name, properties: new Map(fields) }];
    }),
    actions: all.flatMap((each) =>
      each.type === 'flow_action' ? [{ handle: each.handle, name: each.name, url: each.runtime_url }] : [],
    ),
    useUrl: all.flatMap((each) => (each.type === 'flow_trigger_lifecycle_callback' ? each.url : []))[0] ?? null,
  };
}
