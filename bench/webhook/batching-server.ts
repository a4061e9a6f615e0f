/** The second limit: bare `node:http` and the HMAC, with receipts that arrive together sharing one committed INSERT. */
import pg from 'pg';
import { readEnvironment } from '../../app/environment.ts';
import { batchedReceipts } from './batched-receipts.ts';

const { DATABASE_URL, SHOPIFY_API_SECRET } = readEnvironment();
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const server = batchedReceipts(pool, SHOPIFY_API_SECRET).listen(0, () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
});
