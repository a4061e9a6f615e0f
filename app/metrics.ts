import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { OperatorError } from './operator/operator-error.ts';
import type { Ingested } from './persistence/webhook-inbox.ts';
import { HANDLED_TOPICS } from './shopify/webhooks.ts';
import type { AdminApi } from './shopify/admin-api/admin-api.ts';
import { ShopifyError } from './shopify/admin-api/shopify-error.ts';
import { statfs } from 'node:fs/promises';

/** What one process has counted since it started. No label names a shop, an order or a buyer. */
export interface Metrics {
  readonly registry: Registry;
  readonly webhookAnswers: Histogram;
  readonly shopifyCalls: Histogram<'operation' | 'outcome'>;
  readonly publications: Counter<'kind' | 'outcome'>;
  readonly handOversEnded: Counter<'phase'>;
  readonly recovered: Counter;
  readonly connectionsRefused: Counter;
  /** No signature covers the topic's header, so a topic that the app does not handle is counted as `other`. */
  webhook(topic: string, outcome: Ingested | 'failed'): void;
  /** Makes one call and measures it. */
  operatorCall<Answer extends { readonly kind?: string }>(verb: string, call: () => Promise<Answer>): Promise<Answer>;
}

const CALL_BUCKETS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60];
const ANSWER_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'handoff_' });
  const webhooks = new Counter({
    name: 'handoff_webhooks_total',
    help: 'Signed webhooks, by topic and what became of them.',
    registers,
    labelNames: ['topic', 'outcome'] as const,
  });
  const operatorCalls = new Histogram({
    name: 'handoff_operator_call_seconds',
    help: 'Calls to the operator about deliveries.',
    registers,
    labelNames: ['verb', 'outcome'] as const,
    buckets: CALL_BUCKETS,
  });
  return {
    registry,
    webhookAnswers: new Histogram({
      name: 'handoff_webhook_answer_seconds',
      help: 'Time until a webhook is answered.',
      registers,
      buckets: ANSWER_BUCKETS,
    }),
    shopifyCalls: new Histogram({
      name: 'handoff_shopify_call_seconds',
      help: "Calls to Shopify's Admin API.",
      registers,
      labelNames: ['operation', 'outcome'] as const,
      buckets: CALL_BUCKETS,
    }),
    connectionsRefused: new Counter({
      name: 'handoff_connections_refused_total',
      help: 'Connections over the most that are kept open.',
      registers,
    }),
    publications: new Counter({
      name: 'handoff_publications_total',
      help: 'Publications settled, by kind and outcome.',
      registers,
      labelNames: ['kind', 'outcome'] as const,
    }),
    handOversEnded: new Counter({
      name: 'handoff_hand_overs_ended_total',
      help: 'Hand-overs ended, by the phase they led to.',
      registers,
      labelNames: ['phase'] as const,
    }),
    recovered: new Counter({
      name: 'handoff_recovered_total',
      help: 'Unknown outcomes found at the operator and adopted.',
      registers,
    }),
    webhook: (topic, outcome) => webhooks.inc({ topic: HANDLED_TOPICS.has(topic) ? topic : 'other', outcome }),
    async operatorCall(verb, call) {
      const end = operatorCalls.startTimer({ verb });
      try {
        const answer = await call();
        end({ outcome: answer.kind ?? 'accepted' });
        return answer;
      } catch (error) {
        end({ outcome: error instanceof OperatorError ? error.failure : 'error' });
        throw error;
      }
    },
  };
}

/** The Admin API, with every call measured under the name of its operation. */
export function countAdminCalls(adminApi: AdminApi, { shopifyCalls }: Metrics): AdminApi {
  return {
    async request(shop, operation, variables) {
      const name = /(?:query|mutation)\s+(\w+)/.exec(operation.document)?.[1] ?? 'unnamed';
      const end = shopifyCalls.startTimer({ operation: name });
      try {
        const data = await adminApi.request(shop, operation, variables);
        end({ outcome: 'answered' });
        return data;
      } catch (error) {
        end({ outcome: error instanceof ShopifyError ? error.failure : 'error' });
        throw error;
      }
    },
  };
}

/** Measures the disk of the embedded database. That of another database is its provider's to measure. */
export function measureDisk(registry: Registry, directory: string): void {
  const registers = [registry];
  new Gauge({
    name: 'handoff_disk_bytes',
    help: 'Size of the disk that DATA_DIR is on.',
    registers,
    async collect() {
      const { blocks, bsize } = await statfs(directory);
      this.set(blocks * bsize);
    },
  });
  new Gauge({
    name: 'handoff_disk_free_bytes',
    help: 'What is free of it for this user.',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(directory);
      this.set(bavail * bsize);
    },
  });
}
