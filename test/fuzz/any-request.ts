import { createHmac } from 'node:crypto';
import { BOUNDS } from '../../app/bounds.ts';
import { SHOP } from '../set-up/world/demo-order.ts';
import { TEST_API_KEY, TEST_API_SECRET } from '../set-up/environment.ts';
import { anyCharacter, fc } from '../set-up/properties.ts';

/** What somebody may send to the program. */
export interface AnyRequest {
  readonly method: string;
  /** With its query, as it goes over the wire. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | null;
}

const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 40 });
/** A text around a bound: as long as it, one longer, or several times as long. */
export const overlong = (bound: number, unit: fc.Arbitrary<string>) =>
  fc
    .tuple(unit, fc.constantFrom(bound, bound + 1, bound * 3))
    .map(([part, size]) => part.repeat(Math.ceil(size / part.length)).slice(0, size));
export const anyUnit = fc.oneof(
  fc.constantFrom('a', ' ', ',', '<', '{"a":', '%', '://', '1 ', 'a.', ', https://a'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
);

const strange = fc.oneof(
  { weight: 6, arbitrary: printable },
  { weight: 1, arbitrary: overlong(BOUNDS.operatorText, anyUnit) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.constantFrom('', '\0', '%', '../..', '0000-01-01', '9999-12-31', '__proto__', '1e30') },
);
const id = fc.oneof(fc.nat().map(String), fc.bigInt({ min: 0n, max: 10n ** 22n }).map(String), printable);
const gid = (type: string) =>
  fc.oneof(
    id.map((number) => `gid://shopify/${type}/${number}`),
    strange,
  );

const webhookBody = fc
  .oneof(
    fc.record(
      {
        admin_graphql_api_id: gid('Fulfillment'),
        order_id: fc.oneof(fc.nat(), fc.double(), id),
        status: fc.oneof(fc.constantFrom('success', 'cancelled', 'pending'), fc.jsonValue()),
        orders_requested: fc.oneof(fc.array(fc.nat(), { maxLength: 5 }), fc.jsonValue()),
        orders_to_redact: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
  )
  .map((value) => Buffer.from(JSON.stringify(value)));

const anyBody = fc.oneof(
  webhookBody,
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(BOUNDS.webhookOrders, BOUNDS.webhookOrders + 1).map((count) => {
    return Buffer.from(`{"orders_to_redact":[${'1,'.repeat(count)}1]}`);
  }),
  fc.constantFrom('', '{', '[]', 'null', '{"__proto__":{"a":1}}', '['.repeat(5_000)).map((text) => Buffer.from(text)),
);

/** A header's value is what the wire can carry. */
const headerLetter = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
const headerValue = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: headerLetter, maxLength: 60 }) },
  { weight: 1, arbitrary: overlong(BOUNDS.webhookId, headerLetter) },
);

const topic = fc.oneof(
  fc.constantFrom('fulfillments/create', 'fulfillments/update', 'app/scopes_update'),
  fc.constantFrom('customers/data_request', 'customers/redact', 'orders/create'),
  headerValue,
);

const webhook = fc
  .record({
    body: anyBody,
    topic,
    shop: fc.oneof({ weight: 3, arbitrary: fc.constant(SHOP) }, { weight: 1, arbitrary: headerValue }),
    webhookId: fc.oneof(fc.uuid(), headerValue, fc.constant('the-same')),
    triggeredAt: fc.oneof(
      headerValue,
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    ),
    signature: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: headerValue }),
    leftOut: fc.subarray([
      'X-Shopify-Topic',
      'X-Shopify-Shop-Domain',
      'X-Shopify-Webhook-Id',
      'X-Shopify-Triggered-At',
    ]),
    keepsAll: fc.boolean(),
  })
  .map(({ body, topic: name, shop, webhookId, triggeredAt, signature, leftOut, keepsAll }): AnyRequest => {
    const hmac = createHmac('sha256', TEST_API_SECRET).update(body).digest('base64');
    const headers: [string, string][] = [
      ['X-Shopify-Topic', name],
      ['X-Shopify-Shop-Domain', shop],
      ['X-Shopify-Webhook-Id', webhookId],
      ['X-Shopify-Triggered-At', triggeredAt],
      ['X-Shopify-Hmac-Sha256', signature ?? hmac],
    ];
    return {
      method: 'POST',
      path: '/webhooks',
      headers: headers.filter(([key]) => keepsAll || !leftOut.includes(key)),
      body,
    };
  });

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that is signed as it should be, or not, and says what it likes. */
const token = fc
  .record({
    header: fc.oneof(
      fc.constant({ alg: 'HS256', typ: 'JWT' }),
      fc.constantFrom({ alg: 'none' }, {}, null),
      fc.jsonValue(),
    ),
    claims: fc.oneof(
      fc.record(
        {
          iss: fc.oneof(fc.constant(`https://${SHOP}/admin`), printable),
          dest: fc.oneof(fc.constant(`https://${SHOP}`), printable, fc.constant('https://evil.example')),
          aud: fc.oneof(fc.constant(TEST_API_KEY), fc.jsonValue()),
          sub: fc.oneof(fc.constant('1'), fc.jsonValue()),
          exp: fc.oneof(fc.constantFrom(0, 4_000_000_000, '4000000000'), fc.jsonValue()),
          nbf: fc.oneof(fc.constant(0), fc.jsonValue()),
          iat: fc.constant(0),
        },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    ),
    secret: fc.constantFrom(TEST_API_SECRET, 'another', ''),
    cut: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ header, claims, secret, cut }) => {
    const signed = `${base64url(header)}.${base64url(claims)}`;
    const whole = `${signed}.${createHmac('sha256', secret || 'none')
      .update(signed)
      .digest('base64url')}`;
    return cut === 0 ? whole : whole.split('.').slice(0, cut).join('.');
  });

const PATHS = [
  ...['/app', '/app/settings', '/', '/auth/login', '/auth/session-token', '/auth/exit-iframe', '/nowhere', '/healthz'],
  ...['/app/deliveries', '/app/deliveries/csv', '/app/review', '/app/backfill', '/app/warehouse', '/print/labels'],
  ...['/flow/actions/hand-over-order', '/flow/trigger-use'],
  ...['/app.data', '/app.data?index', '/app/settings.data', '/_root.data', '/app?index', '/app?_data=root'],
];

const apiPath = fc.oneof(
  id.map((number) => `/api/orders/${encodeURIComponent(number)}/deliveries`),
  id.map((number) => `/api/orders/${encodeURIComponent(number)}/preview`),
  id.map((number) => `/api/fulfillments/${encodeURIComponent(number)}/hand-over`),
  fc
    .tuple(fc.oneof(fc.uuid(), id), fc.constantFrom('stop', 'retry', 'delete', '%00'))
    .map(([delivery, verb]) => `/api/deliveries/${encodeURIComponent(delivery)}/${verb}`),
  id.map((number) => `/api/orders/hand-over?orders=${encodeURIComponent(number)}`),
  fc.constant('/api/orders/hand-over'),
);

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...['shop', 'host', 'id_token', 'locale', 'embedded', '_data', 'x', 'tab', 'q', 'from', 'to', 'pickup', 'sort'],
        ...['skip', 'after', 'before', 'view', 'codes', 'waiting', 'deliveries', 'orders', 'day', 'format'],
      ),
      strange,
    ),
    {
      maxLength: 4,
    },
  )
  .map((pairs) => new URLSearchParams(pairs).toString());

const form = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...['intent', 'version', 'deliveryId', 'x', 'action', 'id'],
        ...['held', 'view', 'name', 'query', 'code', 'district', 'key', 'written', 'from', 'to'],
      ),
      strange,
    ),
    { maxLength: 6 },
  )
  .map((pairs) => Buffer.from(new URLSearchParams(pairs).toString()));

const settings = fc
  .record({
    version: fc.oneof(fc.constant(1), fc.jsonValue()),
    isTest: fc.boolean(),
    part: fc.dictionary(
      fc.constantFrom('account', 'pickup.default', 'service.default', 'service.methods', 'handOverOn', 'language'),
      fc.oneof(
        fc.jsonValue(),
        fc.record({ environment: fc.constant('production'), token: strange }),
        fc.record({ kind: fc.constantFrom('branch', 'address'), id: strange, name: strange, address: strange }),
      ),
    ),
  })
  .map((body) => Buffer.from(JSON.stringify(body)));

const contentType = fc.oneof(
  fc.constantFrom('application/x-www-form-urlencoded', 'application/json', 'multipart/form-data', 'text/plain'),
  fc.constant('multipart/form-data; boundary=x'),
  headerValue,
);

/**
 * @param goodToken of a staff member of the shop, so that not every request ends at the door
 */
export function anyRequest(goodToken: () => string): fc.Arbitrary<AnyRequest> {
  const authorization = fc.oneof(
    { weight: 4, arbitrary: fc.constant('good') },
    { weight: 3, arbitrary: token },
    { weight: 1, arbitrary: headerValue },
  );
  const page = fc
    .record({
      method: fc.constantFrom('GET', 'POST', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'),
      path: fc.oneof(
        apiPath,
        fc.constantFrom(...PATHS),
        printable.map((text) => `/${encodeURIComponent(text)}`),
      ),
      query,
      authorization: fc.option(authorization),
      origin: fc.option(fc.oneof(fc.constantFrom('null', 'https://evil.example'), headerValue)),
      contentType: fc.option(contentType),
      body: fc.oneof(form, settings, anyBody),
    })
    .map((given): AnyRequest => {
      const { method, path, authorization: asked } = given;
      const hasBody = ['POST', 'PUT', 'DELETE'].includes(method);
      const headers: [string, string][] = [
        ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'],
        ...(asked === null
          ? []
          : [['Authorization', `Bearer ${asked === 'good' ? goodToken() : asked}`] as [string, string]]),
        ...(given.origin === null ? [] : [['Origin', given.origin] as [string, string]]),
        ...(given.contentType === null ? [] : [['Content-Type', given.contentType] as [string, string]]),
      ];
      const joined = given.query ? `${path}${path.includes('?') ? '&' : '?'}${given.query}` : path;
      return { method, path: joined, headers, body: hasBody ? given.body : null };
    });
  return fc.oneof({ weight: 3, arbitrary: webhook }, { weight: 2, arbitrary: page });
}

/** What an operator may answer. */
export interface OperatorAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
}

export const anyOperatorAnswer: fc.Arbitrary<OperatorAnswer> = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, 201, 204, 302, 400, 401, 404, 422, 429, 500, 503),
    fc.integer({ min: 200, max: 599 }),
  ),
  body: fc.oneof(
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc
      .record(
        {
          success: fc.oneof(fc.boolean(), fc.jsonValue()),
          data: fc.oneof(fc.array(fc.jsonValue(), { maxLength: 3 }), fc.jsonValue()),
          deliveries: fc.array(
            fc.record(
              {
                order_number: fc.oneof(fc.constant('handoff-connection-test'), fc.jsonValue()),
                last_state: fc.jsonValue(),
                url_tracking: fc.jsonValue(),
                history: fc.oneof(
                  fc.array(fc.record({ status: fc.jsonValue(), date: fc.jsonValue() })),
                  fc.jsonValue(),
                ),
              },
              { requiredKeys: [] },
            ),
          ),
          errors: fc.jsonValue(),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value)),
    printable,
    overlong(BOUNDS.refusalSentence, anyUnit),
    overlong(BOUNDS.operatorAnswerBytes / 20, anyUnit).map((words) =>
      JSON.stringify({ message: words, data: [words] }),
    ),
    fc.string({ unit: anyCharacter, maxLength: 100 }),
  ),
  contentType: fc.constantFrom('application/json', 'text/html', 'text/plain'),
});
