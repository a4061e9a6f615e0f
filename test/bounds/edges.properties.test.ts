import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../app/bounds.ts';
import { deliveryOrderSchema } from '../../app/domain/mapping/delivery-order.ts';
import { mapFiles } from '../../app/domain/mapping/delivery-files.ts';
import { parsePhone } from '../../app/domain/mapping/dropoff/phone.ts';
import { shopSettingsSchema } from '../../app/domain/settings/shop-settings.ts';
import { readUpTo } from '../../app/outgoing/outgoing.ts';
import { operatorMessage } from '../../app/operator/operator-message.ts';
import { recordsIn } from '../../app/operator/order-record.ts';
import { readSettings } from '../../app/shop-api/settings/read-settings.ts';
import { readPrintQuery, readScans } from '../../app/pages/warehouse/read-print-query.ts';
import { loadBarcodes } from '../../app/printing/label/barcode.ts';
import { labelsOf } from '../../app/printing/label/label.ts';
import { mapPrintedDelivery } from '../../app/printing/map-delivery.ts';
import { readTarget } from '../../app/server/request-target.ts';
import { createUnfinishedBodies } from '../../app/server/unfinished-bodies.ts';
import { readPages } from '../../app/shopify/reading/read-pages.ts';
import { parseWebhook } from '../../app/shopify/webhooks.ts';
import { ORDER, orderWith } from '../contract/an-order.ts';
import { aFulfillment, aLine } from '../domain/planning/inputs/plan-inputs.ts';
import { aPrintedDelivery } from '../printing/a-printed-delivery.ts';
import { processorMs } from '../set-up/time/processor-time.ts';
import { expectBounded, FED_IN, textOf, units, type Edge, type FedIn } from './edge.ts';
import { fc, propertyRuns } from '../set-up/properties.ts';

const LABEL_READER = {
  locale: 'en' as const,
  format: 'a4' as const,
  shopName: 'Tienda',
  drawBarcodes: await loadBarcodes(),
};
const RULES = {
  country: null,
  domain: 'tienda.myshopify.com',
  settings: shopSettingsSchema.parse({ mapping: { itemsPerBox: 1 } }),
  servedDistricts: null,
};
const STORED = {
  id: '00000000-0000-4000-8000-000000000001',
  phase: 'in-delivery',
  orderNumber: 'tienda-1',
  service: null,
  pickup: null,
  promisedDate: null,
  windowStart: null,
  windowEnd: null,
  cancelRequestedAt: null,
  boxes: null,
};

const settings = (part: object) =>
  readSettings({ version: 1, part }, { settings: {}, environments: [], kept: null, branches: null });

const CHUNK_BYTES = 65_536;

/** A request whose body is made as it is read, so that only what is read of it takes memory. */
function requestOf(bytes: number, { chunk, ends = true }: { chunk: Buffer; ends?: boolean }) {
  const request = new IncomingMessage(new Socket());
  let given = 0;
  request._read = () => {
    const part = chunk.subarray(0, bytes - given);
    given += part.length;
    if (part.length > 0) request.push(part);
    else if (ends) request.push(null);
  };
  return { request, given: () => given };
}

const chunkOf = (unit: string) => Buffer.alloc(CHUNK_BYTES, unit);

/** Reads an answer of this size, which is made as it is read, and ends when it is not wanted any more. */
const readingWithin = (limitBytes: number) => (bytes: number, unit: string) => {
  const chunk = chunkOf(unit);
  return async () => {
    let given = 0;
    async function* body() {
      while (given < bytes) {
        const part = chunk.subarray(0, bytes - given);
        given += part.length;
        yield await Promise.resolve(part);
      }
    }
    try {
      return (await readUpTo(limitBytes, body(), 200)).byteLength;
    } finally {
      expect(given).toBeLessThan(limitBytes + 4 * CHUNK_BYTES);
    }
  };
};

const WEBHOOK = {
  'x-shopify-topic': 'fulfillments/create',
  'x-shopify-shop-domain': 'a.myshopify.com',
  'x-shopify-webhook-id': 'an-id',
};
const webhookHeader =
  (name: string, before = '', after = '') =>
  (size: number, unit: string) => {
    const headers = { ...WEBHOOK, [name]: before + textOf(size, unit) + after };
    return () => parseWebhook(headers, Buffer.from('{}'));
  };

const record = (fields: object) => () => recordsIn({ orderNumber: 'a', ...fields });

const SENT = { token: 'token-of-a-shop', values: ['Jirón Ñahui 345', 'Miraflores', '+51987654321'] };
const order = (changes: Readonly<Record<string, unknown>>) => {
  const given = orderWith(changes);
  return () => deliveryOrderSchema.safeParse(given).success;
};

const files = shopSettingsSchema.parse({ mapping: { files: [{ from: 'note-attribute', name: 'Receta' }] } }).mapping
  .files;
const attribute = (value: string) => {
  const fulfillment = aFulfillment({ lines: [aLine()] }, { attributes: [{ key: 'Receta', value }] });
  return () => mapFiles(fulfillment, files).ok;
};

function nested(levels: number, inside: unknown): unknown {
  let value = inside;
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { data: value, errors: [value] };
  return value;
}

const many = (size: number, of: (index: number) => unknown) => Array.from({ length: size }, (_, index) => of(index));

const EDGES: Readonly<Record<FedIn<'alone'>, readonly Edge[]>> = {
  requestBodyBytes: [
    {
      feed(size, unit) {
        const { request, given } = requestOf(size, { chunk: chunkOf(unit) });
        return async () => {
          const body = await createUnfinishedBodies().read(request);
          request.destroy();
          expect(given()).toBeLessThan(BOUNDS.requestBodyBytes + 4 * CHUNK_BYTES);
          return typeof body === 'string' ? body : body.length;
        };
      },
    },
  ],
  unfinishedBodiesBytes: [
    {
      most: BOUNDS.connections * BOUNDS.requestBodyBytes, // from as many connections as there are
      feed(size, unit) {
        const chunk = chunkOf(unit);
        const count = Math.ceil(size / BOUNDS.requestBodyBytes);
        const requests = many(count, () => requestOf(BOUNDS.requestBodyBytes - 1, { chunk, ends: false }).request);
        return async () => {
          const bodies = createUnfinishedBodies();
          const read = (requests as IncomingMessage[]).map((request) => bodies.read(request).catch(() => 'gone'));
          await new Promise((resolve) => setImmediate(resolve));
          for (const request of requests as IncomingMessage[]) request.destroy();
          return new Set(await Promise.all(read)).size;
        };
      },
    },
  ],
  requestTarget: [
    { feed: (size, unit) => () => readTarget(`/${textOf(size - 1, encodeURI(unit.toWellFormed()))}`) },
    { feed: (size, unit) => () => readTarget(`http://${textOf(size - 7, unit)}`) },
  ],
  requestSegments: [
    { feed: (size) => () => readTarget('/a'.repeat(size)) },
    { feed: (size) => () => readTarget(`/__manifest?p=${'%2fa'.repeat(size - 1)}`) },
  ],
  webhookTopic: [{ feed: webhookHeader('x-shopify-topic') }, { feed: webhookHeader('x-shopify-topic', 'a/') }],
  webhookId: [{ feed: webhookHeader('x-shopify-webhook-id') }, { feed: webhookHeader('x-shopify-event-id') }],
  shopDomain: [
    { feed: webhookHeader('x-shopify-shop-domain') },
    { feed: webhookHeader('x-shopify-shop-domain', 'a', '.myshopify.com') },
  ],
  fulfillmentName: [
    {
      feed(size, unit) {
        const body = Buffer.from(JSON.stringify({ name: textOf(size, unit) }));
        return () => parseWebhook(WEBHOOK, body);
      },
    },
  ],
  webhookOrders: [
    {
      most: BOUNDS.requestBodyBytes / 2, // digits and commas of one body
      feed: (size) => {
        const body = Buffer.from(`{"orders_to_redact":[${textOf(size * 2 - 1, '1,')}]}`);
        return () => parseWebhook({ ...WEBHOOK, 'x-shopify-topic': 'customers/redact' }, body);
      },
    },
  ],
  operatorAnswerBytes: [{ refusal: /longer than/, feed: readingWithin(BOUNDS.operatorAnswerBytes) }],
  operatorAnswerDepth: [
    {
      feed: (size, unit) =>
        (
          (answer) => () =>
            recordsIn(answer)
        )(nested(size, { orderNumber: unit })),
    },
    {
      feed: (size, unit) =>
        (
          (answer) => () =>
            operatorMessage(answer, SENT)
        )(nested(size, { message: unit })),
    },
    {
      feed: (size) => {
        const answer = { field: many(size, () => 'name'), message: 'is wrong' };
        return () => operatorMessage(answer, SENT);
      },
    },
  ],
  operatorRecords: [
    {
      feed: (size, unit) =>
        (
          (list) => () =>
            recordsIn(list)
        )(many(size, () => ({ orderNumber: unit }))),
    },
    {
      feed: (size, unit) => {
        const answer = { data: { deliveries: many(size, () => [{ orderNumber: unit }, { state: [] }]) } };
        return () => recordsIn(answer).length;
      },
    },
  ],
  operatorPackages: [
    { feed: (size) => record({ packages: many(size, (index) => ({ name: `p${index % 10}`, price: 1, qty: '2' })) }) },
  ],
  operatorHistory: [
    {
      most: BOUNDS.operatorAnswerBytes / '{"status":"s","date":"d"},'.length,
      feed: (size) =>
        record({ state: many(size, (index) => ({ status: 's', date: `2026-01-01 00:00:${String(index % 60)}` })) }),
    },
    {
      most: 100 * BOUNDS.operatorHistory,
      feed: (size, unit) => record({ state: many(size, () => ({ status: unit, date: unit })) }),
    },
  ],
  operatorState: [
    { feed: (size, unit) => record({ last_state: textOf(size, unit) }) },
    { feed: (size, unit) => record({ state: [{ status: textOf(size, unit), date: '' }] }) },
    { feed: (size, unit) => record({ state: [{ status: 'a', date: textOf(size, unit) }] }) },
  ],
  operatorText: [{ feed: (size, unit) => record({ notes: textOf(size, unit), contactName: textOf(size, unit) }) }],
  url: [
    { feed: (size, unit) => record({ trackingURL: `https://${textOf(size - 8, unit)}` }) },
    { feed: (size, unit) => record({ trackingURL: `https://a.example/${textOf(size - 18, unit)}` }) },
    { feed: (size, unit) => attribute(`https://a.example/${textOf(size - 18, unit)}`) },
  ],
  refusalSentence: [
    {
      feed: (size, unit) =>
        (
          (text) => () =>
            operatorMessage(text, SENT)
        )(textOf(size, unit)),
    },
    {
      feed: (size, unit) =>
        (
          (text) => () =>
            operatorMessage({ message: text }, SENT)
        )(textOf(size, `mal ${unit} `)),
    },
  ],
  refusal: [
    {
      feed: (size, unit) => {
        const answer = { errors: many(size, (index) => `mal ${unit} ${index}`), [textOf(size, unit)]: ['mal'] };
        return () => operatorMessage(answer, SENT);
      },
    },
    {
      most: 100 * BOUNDS.refusal, // of as many texts that were sent
      feed: (size, unit) => {
        const values = many(size, (index) => `${unit}${index} calle`) as string[];
        return () => operatorMessage({ message: 'no existe la calle 12' }, { ...SENT, values });
      },
    },
  ],
  refusalReasons: [
    {
      feed: (size, unit) => {
        const answer = many(size, (index) => ({ field: 'dropoff.phone', message: `mal ${unit} ${index}` }));
        return () => operatorMessage(answer, SENT);
      },
    },
    {
      feed: (size) => {
        const answer = {
          errors: Object.fromEntries(many(size, (index) => [`name_${index}`, 'mal']) as [string, string][]),
        };
        return () => operatorMessage(answer, SENT);
      },
    },
  ],
  orderText: [
    { feed: (size, unit) => attribute(textOf(size, unit)) },
    { feed: (size, unit) => attribute(`[${textOf(size - 2, JSON.stringify(unit))}]`) },
    { feed: (size, unit) => attribute(textOf(size, `https://a.example/${unit}, `)) },
  ],
  phoneText: [
    {
      feed: (size, unit) =>
        (
          (text) => () =>
            parsePhone(text, 'PE')
        )(textOf(size, unit)),
    },
    {
      feed: (size) =>
        (
          (text) => () =>
            parsePhone(text, 'CL')
        )(textOf(size, 'jr 987654321 ')),
    },
  ],
  fulfillmentLines: [
    {
      most: 100 * BOUNDS.fulfillmentLines,
      feed: (size) => order({ packages: many(size * 2, () => ORDER.packages[0]) }),
    },
  ],
  printedDeliveries: [
    {
      refusal: /Too big|Invalid/,
      feed: (size) => {
        const orders = Array.from({ length: size }, (_, index) => index).join(',');
        return () => readPrintQuery(new URLSearchParams({ orders }));
      },
    },
  ],
  scannedDeliveries: [
    {
      most: BOUNDS.requestBodyBytes / 64,
      refusal: /Too big/,
      feed: (size) => {
        const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
        const boxes = Array.from({ length: size }, (_, index) => ({ deliveryId: id(index), box: 1 }));
        const posted = JSON.stringify({ boxes, asked: null, number: null, sign: null, reset: false });
        return () => readScans(posted).boxes.length;
      },
    },
  ],
  printedLabels: [
    {
      feed: (size) => {
        const line = { ...aLine(), title: 'Taza', variant: null, image: null };
        const lines = Array<typeof line>(size).fill(line);
        return () => mapPrintedDelivery(STORED, { ...aFulfillment(), lines }, RULES)?.boxes;
      },
    },
  ],
  settingsText: [
    {
      most: BOUNDS.settingsText * 10,
      feed: (size, unit) => () => settings({ 'mapping.tags': { brand: textOf(size, unit) } }),
    },
  ],
  settingsDepth: [
    {
      feed: (size) => {
        const deep: unknown = JSON.parse('['.repeat(size) + ']'.repeat(size));
        return () => settings({ 'service.rules': deep });
      },
    },
  ],
  settingsEntries: [
    {
      most: BOUNDS.settingsEntries * 100,
      feed: (size, unit) => {
        const tags = Array.from({ length: size }, (_, index) => `${index} ${textOf(10, unit)}`);
        return () => settings({ 'eligibility.includeTags': tags });
      },
    },
  ],
  printedText: [
    {
      feed: (size, unit) => () =>
        labelsOf(aPrintedDelivery({ recipient: textOf(size, unit), notes: textOf(size, unit) }), LABEL_READER)
          .map(({ html }) => html)
          .join(''),
    },
  ],
  sentText: [
    { feed: (size, unit) => record({ packages: [{ name: textOf(size, unit), price: textOf(size, unit) }] }) },
    { feed: (size, unit) => order({ 'dropoff.contact.fullname': textOf(size, unit) }) },
    { feed: (size, unit) => order({ 'dropoff.contact.email': `${textOf(size - 9, unit)}@a.example` }) },
    { feed: (size, unit) => order({ 'dropoff.contact.phone': `+${textOf(size - 1, unit)}` }) },
    { feed: (size, unit) => order({ delivery_date: textOf(size, unit), 'packages.0.price': textOf(size, unit) }) },
    { feed: (size, unit) => order({ tags: { [textOf(size, unit)]: textOf(size, unit) } }) },
  ],
  sentNotes: [{ feed: (size, unit) => order({ notes: textOf(size, unit) }) }],
  sentFiles: [{ feed: (size) => order({ files: many(size, () => ORDER.files?.[0]) }) }],
  sentTags: [
    {
      feed: (size) =>
        order({ tags: Object.fromEntries(many(size, (index) => [`t${index}`, 'a']) as [string, string][]) }),
    },
  ],
  shopifyAnswerBytes: [
    {
      most: 100 * BOUNDS.shopifyAnswerBytes,
      times: 1,
      refusal: /longer than/,
      feed: readingWithin(BOUNDS.shopifyAnswerBytes),
    },
  ],
  shopifyItems: [
    {
      refusal: /a list has more than/,
      feed: (size) => async () => {
        let left = size;
        const nodes = await readPages(async () => {
          const page = Math.min(left, 250);
          left -= page;
          return { nodes: many(page, (index) => index), pageInfo: { hasNextPage: left > 0, endCursor: String(left) } };
        });
        return nodes.length;
      },
    },
    {
      refusal: /a list has more than/, // of empty pages without an end
      feed: () => () => readPages(async () => ({ nodes: [], pageInfo: { hasNextPage: true, endCursor: 'the-same' } })),
    },
  ],
};

it('every bound has an edge in one of the two files', () => {
  expect(Object.keys(FED_IN).sort()).toEqual(Object.keys(BOUNDS).sort());
});

describe('fed with 10, 100 and 1,000 times its bound', () => {
  const edges = Object.entries(EDGES).flatMap(([name, list]) =>
    list.map((edge, index) => [name, index, edge] as const),
  );
  it.each(edges)('%s %i takes time in proportion, and keeps no more', async (name, _, edge) => {
    const property = fc.asyncProperty(units, (unit) => expectBounded(name as FedIn<'alone'>, edge, unit));
    await fc.assert(property, { ...propertyRuns(6), endOnFailure: true });
  });
});

describe('what is not bounded is found', () => {
  const twice = (size: number, unit: string) => () =>
    textOf(size, unit)
      .split('')
      .map((each) => each.codePointAt(0));
  it('that keeps what it is given', async () => {
    await expect(expectBounded('operatorState', { feed: twice }, 'a')).rejects.toThrow('kept of operatorState');
  });
  it('that takes the square of the time', async () => {
    const feed = (size: number) => () => {
      const end = processorMs() + 8 * (size / BOUNDS.refusalSentence) ** 2;
      while (processorMs() < end);
    };
    await expect(
      expectBounded('refusalSentence', { feed, times: 1, most: 10 * BOUNDS.refusalSentence }, 'a'),
    ).rejects.toThrow('ms of refusalSentence');
  });
  it('that throws', async () => {
    const feed = (size: number) => () => {
      if (size > BOUNDS.url) throw new RangeError('Invalid string length');
    };
    await expect(expectBounded('url', { feed }, 'a')).rejects.toThrow('Invalid string length');
  });
});
