import { createServer, type Server } from 'node:http';
import type pg from 'pg';
import { isSignedByShopify } from '../../app/shopify/webhooks.ts';

const FLUSHES_AT_ONCE = 1;
const FLUSH_LIMIT = 500;

const INSERT = {
  name: 'receipts',
  text: `INSERT INTO "WebhookReceipt" ("shop", "webhookId", "topic", "subjectId", "orderId", "status", "receivedAt", "dueAt")
    SELECT r."shop", r."webhookId", r."topic", r."subjectId", r."orderId", r."status", now(), now()
    FROM json_to_recordset($1::json) AS r("shop" text, "webhookId" text, "topic" text, "subjectId" text, "orderId" text, "status" text)
    ON CONFLICT DO NOTHING`,
};

interface Receipt {
  readonly shop: string;
  readonly webhookId: string;
  readonly topic: string;
  readonly subjectId: string;
  readonly orderId: string;
  readonly status: string;
}

/**
 * A bare `node:http` server of `POST /webhooks`: the HMAC, `JSON.parse`, and a committed row. Receipts that arrive
 * together share an INSERT, as they do in the program.
 */
export function batchedReceipts(pool: pg.Pool, apiSecret: string): Server {
  const waiting: { receipt: Receipt; done: (status: number) => void }[] = [];
  let flushes = 0;
  const flush = async () => {
    flushes += 1;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, FLUSH_LIMIT);
      const values = [JSON.stringify(batch.map(({ receipt }) => receipt))];
      const status = await pool.query({ ...INSERT, values }).then(
        () => 200,
        () => 500,
      );
      for (const { done } of batch) done(status);
    }
    flushes -= 1;
  };
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const header = (name: string) => String(request.headers[name]);
      if (!isSignedByShopify(body, header('x-shopify-hmac-sha256'), apiSecret)) {
        return response.writeHead(401).end();
      }
      const parsed = JSON.parse(body.toString('utf8')) as Readonly<Record<string, unknown>>;
      const field = (name: string) => String(parsed[name]);
      waiting.push({
        receipt: {
          shop: header('x-shopify-shop-domain'),
          webhookId: header('x-shopify-webhook-id'),
          topic: header('x-shopify-topic'),
          subjectId: field('admin_graphql_api_id'),
          orderId: `gid://shopify/Order/${field('order_id')}`,
          status: field('status'),
        },
        done: (status) => response.writeHead(status).end(),
      });
      if (flushes < FLUSHES_AT_ONCE) void flush();
    });
  });
}
