import { expect, it } from 'vitest';
import { toldTime } from '../../../app/domain/calendar/told-time.ts';
import { doubtOf, isSureNotTaken, type EarlierLife } from '../../../app/domain/hand-over/doubt.ts';
import { fc, propertyRuns } from '../../set-up/properties.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const START = Date.UTC(2026, 2, 2, 12);
const pace = { lookUpDelayMs: 5 * SECOND, lookUpHorizonMs: 15 * MINUTE, freshMs: 5 * MINUTE };

const EVENTS = ['install', 'fulfill', 'webhook', 'uninstall', 'redact', 'restore'] as const;
type Event = (typeof EVENTS)[number];

/** What the program may know of a shop, and what it cannot know of the operator. */
interface World {
  readonly skewMs: number;
  now: number;
  /** When the database began, by our clock. */
  database: EarlierLife;
  installed: boolean;
  uninstalledAt: number | null;
  redacted: EarlierLife | null;
  fulfillments: Map<number, { createdAt: string; isSentBefore: boolean; isKnown: boolean }>;
  couriers: Map<number, number>;
}

const toldByShopify = (world: World, at: number) =>
  new Date(Math.floor((at + world.skewMs) / SECOND) * SECOND).toISOString().replace('.000', '');

function play(world: World, event: Event): void {
  const { fulfillments, couriers, now } = world;
  switch (event) {
    case 'install':
      if (!world.installed) world.uninstalledAt = null;
      world.installed = true;
      return;
    case 'fulfill':
      fulfillments.set(fulfillments.size, {
        createdAt: toldByShopify(world, now),
        isSentBefore: false,
        isKnown: false,
      });
      return;
    case 'webhook': // what is heard of is handed over at once, as far as the operator's answer allows
      if (!world.installed) return;
      for (const [id, fulfillment] of fulfillments) {
        if (fulfillment.isKnown) continue;
        const lives = [world.database, ...(world.redacted ? [world.redacted] : [])];
        const doubt = doubtOf(
          {
            now: new Date(now),
            possiblySentAt: null,
            resendAskedAt: null,
            lookFirst: false,
            fulfilledAt: toldTime(fulfillment.createdAt),
            earlierLives: lives,
          },
          pace,
        );
        if (fulfillment.isSentBefore) expect(doubt, 'sent by an earlier life, and not looked up').not.toBeNull();
        const isNew = world.redacted === null && world.database.kind === 'lost-database';
        if (isNew) expect(doubt, 'nothing can have been sent').toBeNull();
        if (doubt && !isSureNotTaken(doubt, { now: new Date(now), resendAskedAt: null }, pace)) continue;
        fulfillment.isKnown = true;
        if (!fulfillment.isSentBefore) couriers.set(id, (couriers.get(id) ?? 0) + 1);
      }
      return;
    case 'uninstall':
      if (world.installed) world.uninstalledAt = now + world.skewMs;
      world.installed = false;
      return;
    case 'redact':
      if (world.installed || world.uninstalledAt === null) return;
      world.redacted = { kind: 'installation', endedAt: new Date(world.uninstalledAt) };
      forget(world);
      return;
    case 'restore': // a backup from before anything was sent
      world.database = { kind: 'restored-database', endedAt: new Date(now) };
      forget(world);
      return;
  }
}

function forget(world: World): void {
  for (const fulfillment of world.fulfillments.values()) {
    fulfillment.isSentBefore ||= fulfillment.isKnown;
    fulfillment.isKnown = false;
  }
}

it('never sends what an earlier life has sent, and never waits where none can have sent it', () => {
  const moves = fc.array(fc.record({ event: fc.constantFrom(...EVENTS), afterMs: fc.integer({ min: 0, max: 120 }) }), {
    minLength: 4,
    maxLength: 24,
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999 }),
      fc.integer({ min: -90_000, max: 90_000 }),
      moves,
      (part, skewMs, steps) => {
        const began = START + part;
        const world: World = {
          skewMs,
          now: began,
          database: { kind: 'lost-database', endedAt: new Date(began) },
          installed: false,
          uninstalledAt: null,
          redacted: null,
          fulfillments: new Map(),
          couriers: new Map(),
        };
        for (const { event, afterMs } of steps) {
          world.now += afterMs;
          play(world, event);
        }
        for (const count of world.couriers.values()) expect(count).toBe(1);
      },
    ),
    propertyRuns(5_000),
  );
});

it('looks for what a lost database may have sent, if it was fulfilled before this one began', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999 }),
      fc.integer({ min: -90_000, max: 90_000 }),
      fc.integer({ min: 0, max: 10 * MINUTE }),
      (part, skewMs, beforeMs) => {
        const began = START + part;
        const fulfilledAt = toldTime(new Date(began - beforeMs + skewMs).toISOString());
        const life: EarlierLife = { kind: 'lost-database', endedAt: new Date(began) };
        const situation = { now: new Date(began), possiblySentAt: null, resendAskedAt: null, lookFirst: false };
        const doubt = doubtOf({ ...situation, fulfilledAt, earlierLives: [life] }, pace);
        // 90 s by each clock, and the second
        if (beforeMs > 181 * SECOND) expect(doubt).toEqual({ kind: 'since', since: life.endedAt });
      },
    ),
    propertyRuns(2_000),
  );
});
