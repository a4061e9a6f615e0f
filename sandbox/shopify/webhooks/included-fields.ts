import type { WebhookBody } from './webhook-bodies.ts';

/** Applies the `include_fields` of a subscription: top-level names, or dotted paths into objects and lists. */
export function includedFields(body: WebhookBody, fields: readonly string[] | null): WebhookBody {
  if (!fields) return body;
  const nested = new Map<string, string[] | null>();
  for (const field of fields) {
    const [head = field, ...rest] = field.split('.');
    const known = nested.get(head);
    if (rest.length === 0) nested.set(head, null);
    else if (known !== null) nested.set(head, [...(known ?? []), rest.join('.')]);
  }
  return Object.fromEntries(
    [...nested]
      .filter(([head]) => head in body)
      .map(([head, paths]) => [head, paths ? pick(body[head], paths) : body[head]]),
  );
}

function pick(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, paths));
  return typeof value === 'object' && value !== null ? includedFields({ ...value }, paths) : value;
}
