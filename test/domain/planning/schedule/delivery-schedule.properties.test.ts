import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { DELIVERY_SERVICES, type DeliveryService } from '../../../../app/domain/mapping/delivery-services.ts';
import { scheduleDelivery } from '../../../../app/domain/planning/schedule/delivery-schedule.ts';
import { shopSettingsSchema } from '../../../../app/domain/settings/shop-settings.ts';
import { fc, propertyRuns } from '../../../set-up/properties.ts';

function schedule(service: DeliveryService, localNow: DateTime, settings: object) {
  const result = scheduleDelivery(service, null, localNow, shopSettingsSchema.parse({ service: settings }).service);
  return result.ok ? result.value : expect.fail(JSON.stringify(result.problems));
}

test('a next-day delivery handed over later is never due earlier', () => {
  const minute = fc.integer({ min: 0, max: 60 * 24 * 40 });
  const calendar = fc.record({
    workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    holidays: fc.uniqueArray(fc.integer({ min: 1, max: 31 }).map((day) => `2026-08-${String(day).padStart(2, '0')}`)),
    cutoffs: fc.constantFrom({}, { Nextday: '00:00' }, { Nextday: '14:00' }, { Nextday: '23:59' }),
  });
  fc.assert(
    fc.property(calendar, minute, minute, (settings, a, b) => {
      const from = DateTime.fromISO('2026-08-01T00:00Z', { zone: 'America/Santiago' });
      const due = (minutes: number) => schedule('Nextday', from.plus({ minutes }), settings).fields.delivery_date;
      expect(due(Math.min(a, b)) <= due(Math.max(a, b))).toBe(true);
    }),
    propertyRuns(1000),
  );
});

test('the promise is always for a working day, and never over before it is made', () => {
  const settings = {
    cutoffs: {
      Express: '12:00',
      Sameday: '14:00',
      SamedayWithWindow: '14:00',
      Nextday: '18:00',
      NextdayWithWindow: '18:00',
    },
    windows: {
      SamedayWithWindow: { start: '16:00', end: '20:00' },
      NextdayWithWindow: { start: '09:00', end: '13:00' },
    },
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...DELIVERY_SERVICES),
      fc.integer({ min: 0, max: 60 * 24 * 730 }),
      fc.constantFrom('America/Santiago', 'America/Lima', 'America/Sao_Paulo', 'Asia/Tokyo', 'Pacific/Apia'),
      (service, minutes, zone) => {
        const localNow = DateTime.fromISO('2026-01-01T00:00Z', { zone }).plus({ minutes });
        const { promise, fields } = schedule(service, localNow, settings);
        expect(DateTime.fromISO(promise.date).weekday).not.toBe(7);
        expect(promise.until.getTime()).toBeGreaterThan(localNow.toMillis());
        expect(fields.delivery_date >= localNow.toFormat('yyyy-MM-dd HH:mm:ss')).toBe(true);
        expect(fields.delivery_date.slice(0, 10)).toBe(promise.date);
        expect(fields.delivery_service).toBe(promise.service);
      },
    ),
    propertyRuns(2000),
  );
});
