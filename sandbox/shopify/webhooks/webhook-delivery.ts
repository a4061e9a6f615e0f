import type { WebhookBody } from './webhook-bodies.ts';

export interface DeliveryAttempt {
  readonly at: string;
  /** HTTP status of the app's answer; null when there was none. */
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/** One webhook to one address, with all attempts. */
export interface WebhookDelivery {
  readonly webhookId: string;
  readonly eventId: string;
  readonly topic: string;
  readonly shop: string;
  readonly uri: string;
  /** The number in `X-Shopify-Order-Id`; null for topics that are not about an order. */
  readonly orderId: number | null;
  /** The subscription's own name; null when it has none. */
  readonly name: string | null;
  readonly triggeredAt: string;
  /** The body of every attempt, even of a repeat hours later. */
  readonly body: string;
  state: 'delivered' | 'dropped' | 'failed' | 'held' | 'pending';
  readonly attempts: DeliveryAttempt[];
}

export interface Announcement {
  readonly topic: string;
  /** Composes the body at once, but only when the app subscribes to the topic. */
  readonly body: () => WebhookBody;
  readonly orderId?: number;
}

/** Misbehaviour of the webhook delivery. Each announcement uses up one. */
export interface WebhookPolicy {
  /** How many of the next announcements are never sent. */
  drop?: number;
  /** How many of the next announcements are sent twice at once, with one webhook id. */
  duplicate?: number;
  /** Holds all webhooks until `release`. */
  hold?: boolean;
  /** Announces nothing, as without subscriptions: to compose a body takes longer than to answer a request. */
  isMute?: boolean;
}

export interface SendOptions {
  /** How many copies to send at once, with one webhook id. */
  readonly copies?: number;
  readonly badHmac?: boolean;
  readonly withoutHmac?: boolean;
  readonly webhookId?: string;
  readonly eventId?: string;
  readonly triggeredAt?: Date;
  /** Replaces the address of the subscription. */
  readonly uri?: string;
  readonly name?: string | null;
  readonly orderId?: number;
}
