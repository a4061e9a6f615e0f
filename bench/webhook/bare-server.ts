/** The limit: bare `node:http`, the HMAC, and one committed INSERT into the same table with a prepared statement. */
import { createServer } from 'node:http';
import pg from 'pg';
import { readEnvironment } from '../../app/environment.ts';
import { isSignedByShopify } from '../../app/shopify/webhooks.ts';

const { DATABASE_URL, SHOPIFY_API_SECRET } = readEnvironment();
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const insert = {
  name: 'insert',
  text: `INSERT INTO "WebhookReceipt" ("shop", "webhookId", "topic", "receivedAt", "dueAt") VALUES ($1, $2, $3, now(), now())
    ON CONFLICT DO NOTHING`,
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const header = (name: string) => String(request.headers[name]);
    if (!isSignedByShopify(Buffer.concat(chunks), header('x-shopify-hmac-sha256'), SHOPIFY_API_SECRET)) {
      return response.writeHead(401).end();
    }
    const values = ['x-shopify-shop-domain', 'x-shopify-webhook-id', 'x-shopify-topic'].map(header);
    pool.query({ ...insert, values }).then(
      () => response.writeHead(200).end(),
      () => response.writeHead(500).end(),
    );
  });
});
server.listen(0, () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
});
