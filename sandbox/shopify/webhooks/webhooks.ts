import { createHmac, randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { Clock } from '../../clock.ts';
import type { SandboxApp } from '../sandbox-app.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { includedFields } from './included-fields.ts';
import { postWebhook, SHOPIFY_WEBHOOK_LIMITS, type WebhookLimits } from './post-webhook.ts';
import type { WebhookBody } from './webhook-bodies.ts';
import type { Announcement, SendOptions, WebhookDelivery, WebhookPolicy } from './webhook-delivery.ts';

const MAX_CONNECTIONS = 256;
/** Milliseconds before each of the eight repeats, spread over four hours. */
const SHOPIFY_RETRY_DELAYS: readonly number[] = [10, 60, 300, 900, 1800, 2700, 3600, 5000].map((s) => s * 1000);

/**
 * Sends webhooks as Shopify does: to every subscription of the topic, signed over the raw body, and repeated with the
 * same id and body until a 2xx is received or the repeats are used up.
 */
export class WebhookSender {
  readonly #app: SandboxApp;
  readonly #clock: Clock;
  readonly #retryDelays: readonly number[];
  readonly #limits: WebhookLimits;
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS }),
  };
  readonly #repeats = new Set<NodeJS.Timeout>();
  readonly #sending = new Set<Promise<void>>();
  #policy: WebhookPolicy = {};
  #held: WebhookDelivery[] = [];
  #log: WebhookDelivery[] = [];

  constructor(
    app: SandboxApp,
    clock: Clock,
    retryDelays: readonly number[] = SHOPIFY_RETRY_DELAYS,
    limits: WebhookLimits = SHOPIFY_WEBHOOK_LIMITS,
  ) {
    this.#app = app;
    this.#clock = clock;
    this.#retryDelays = retryDelays;
    this.#limits = limits;
  }

  get log(): readonly WebhookDelivery[] {
    return this.#log;
  }

  set policy(policy: WebhookPolicy) {
    this.#policy = { ...policy };
    if (!policy.hold) this.release();
  }

  /** Sends all webhooks that one merchant action caused. They share the event id. A shop without the app gets none. */
  announce(shop: SandboxShop, announcements: readonly Announcement[]): void {
    if (!shop.installation || this.#policy.isMute) return;
    const eventId = randomUUID();
    for (const { topic, body, orderId } of announcements) {
      for (const subscription of this.#app.config.subscriptions.filter((each) => each.topic === topic)) {
        const delivery = this.#record(shop, topic, includedFields(body(), subscription.includeFields), {
          uri: subscription.uri,
          name: subscription.name,
          eventId,
          orderId,
        });
        if (this.#policy.drop) {
          this.#policy.drop -= 1;
          delivery.state = 'dropped';
        } else if (this.#policy.hold) {
          delivery.state = 'held';
          this.#held.push(delivery);
        } else {
          this.#start(delivery);
          if (this.#policy.duplicate) {
            this.#policy.duplicate -= 1;
            this.#start(delivery);
          }
        }
      }
    }
  }

  /** Sends one webhook of any topic and body, whether the app subscribes to it or not. */
  async send(shop: SandboxShop, topic: string, body: WebhookBody, options: SendOptions = {}): Promise<WebhookDelivery> {
    const subscribed = this.#app.config.subscriptions.find((each) => each.topic === topic);
    const delivery = this.#record(shop, topic, body, { uri: subscribed?.uri ?? '/webhooks', ...options });
    const copies = Array.from({ length: options.copies ?? 1 }, () => this.#attempt(delivery, options));
    const answers = await Promise.all(copies);
    delivery.state = answers.some(Boolean) ? 'delivered' : 'failed';
    return delivery;
  }

  /** Sends a webhook once more, with the same id and body. */
  async repeat(webhookId: string): Promise<WebhookDelivery> {
    const delivery = this.#log.find((each) => each.webhookId === webhookId);
    if (!delivery) throw new Error(`there was no webhook ${webhookId}`);
    if (await this.#attempt(delivery)) delivery.state = 'delivered';
    return delivery;
  }

  /** Sends the webhooks that were held, in their order or the reverse. */
  release({ reverse = false } = {}): void {
    const held = reverse ? this.#held.toReversed() : this.#held;
    this.#held = [];
    this.#policy.hold = false;
    for (const delivery of held) this.#start(delivery);
  }

  /** Resolves when no attempt is in progress. Repeats that are scheduled for later do not count. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending);
  }

  clear(): void {
    for (const timer of this.#repeats) clearTimeout(timer);
    this.#repeats.clear();
    this.#held = [];
    this.#log = [];
    this.#policy = {};
  }

  async close(): Promise<void> {
    this.clear();
    await this.settled();
    this.clear();
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  #record(
    shop: SandboxShop,
    topic: string,
    body: WebhookBody,
    options: SendOptions & { uri: string },
  ): WebhookDelivery {
    const delivery: WebhookDelivery = {
      webhookId: options.webhookId ?? randomUUID(),
      eventId: options.eventId ?? randomUUID(),
      topic,
      shop: shop.domain,
      uri: new URL(options.uri, this.#app.url).href,
      orderId: options.orderId ?? null,
      name: options.name ?? null,
      triggeredAt: (options.triggeredAt ?? this.#clock.now()).toISOString(),
      body: JSON.stringify(body),
      state: 'pending',
      attempts: [],
    };
    this.#log.push(delivery);
    return delivery;
  }

  #start(delivery: WebhookDelivery): void {
    delivery.state = 'pending';
    const sending = this.#attempt(delivery).then((accepted) => {
      this.#sending.delete(sending);
      if (accepted) delivery.state = 'delivered';
      else if (delivery.state === 'pending') this.#scheduleRepeat(delivery);
    });
    this.#sending.add(sending);
  }

  #scheduleRepeat(delivery: WebhookDelivery): void {
    const delay = this.#retryDelays[delivery.attempts.length - 1];
    if (delay === undefined) {
      delivery.state = 'failed';
      return;
    }
    const timer = setTimeout(() => {
      this.#repeats.delete(timer);
      this.#start(delivery);
    }, delay);
    this.#repeats.add(timer);
  }

  async #attempt(delivery: WebhookDelivery, options: SendOptions = {}): Promise<boolean> {
    const started = performance.now();
    const at = this.#clock.now().toISOString();
    const headers = this.#headers(delivery, options);
    const url = new URL(delivery.uri);
    const agent = this.#agents[url.protocol === 'https:' ? 'https:' : 'http:'];
    const outcome = await postWebhook(url, { agent, headers, body: delivery.body, limits: this.#limits }).then(
      (status) => ({ status, error: null }),
      (error: unknown) => ({ status: null, error: String(error) }),
    );
    delivery.attempts.push({ at, ...outcome, durationMs: Math.round(performance.now() - started) });
    return outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  }

  #headers(delivery: WebhookDelivery, { badHmac, withoutHmac }: SendOptions): http.OutgoingHttpHeaders {
    const secret = badHmac ? `${this.#app.apiSecret}-wrong` : this.#app.apiSecret;
    return {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(delivery.body),
      Accept: '*/*',
      'User-Agent': 'Shopify-Captain-Hook',
      'X-Shopify-Topic': delivery.topic,
      'X-Shopify-Shop-Domain': delivery.shop,
      'X-Shopify-API-Version': this.#app.config.apiVersion,
      'X-Shopify-Webhook-Id': delivery.webhookId,
      'X-Shopify-Event-Id': delivery.eventId,
      'X-Shopify-Triggered-At': delivery.triggeredAt,
      ...(withoutHmac
        ? {}
        : { 'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(delivery.body).digest('base64') }),
      ...(delivery.orderId === null ? {} : { 'X-Shopify-Order-Id': String(delivery.orderId) }),
      ...(delivery.name === null ? {} : { 'X-Shopify-Name': delivery.name }),
    };
  }
}
