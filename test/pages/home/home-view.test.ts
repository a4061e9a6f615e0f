import { expect, it } from 'vitest';
import { dailyCountView } from '../../../app/pages/home/home-view.ts';

const FIGURES = {
  fulfilled: 9,
  accepted: 5,
  delivered: 4,
  setAside: 1,
  waiting: 0,
  attention: 0,
  missing: 3,
  found: 3,
  extra: 1,
};
const TODAY = { today: new Date('2026-11-21T05:00:00Z'), zone: 'America/Lima' };

it('a count shows its day, and names what does not add up', () => {
  const odd = [
    { fulfillmentId: 'f1', orderId: 'gid://shopify/Order/1', orderName: '#1001', result: 'missing' },
    { fulfillmentId: 'f2', orderId: 'gid://shopify/Order/2', orderName: null, result: 'extra' },
  ] as const;
  const view = dailyCountView({ day: '2026-11-20', figures: FIGURES, odd }, { ...TODAY, locale: 'es' });
  expect(view).toMatchObject({
    isYesterday: true,
    printedDay: 'viernes, 20 de noviembre de 2026',
    missing: { orders: [{ orderName: '#1001', url: 'shopify://admin/orders/1' }], more: 2 },
    extra: { orders: [{ orderName: null, url: 'shopify://admin/orders/2' }], more: 0 },
  });
});

it('an older count does not pass for yesterday’s', () => {
  const view = dailyCountView({ day: '2026-11-19', figures: FIGURES, odd: [] }, { ...TODAY, locale: 'en' });
  expect(view).toMatchObject({ isYesterday: false, printedDay: 'Thursday, November 19, 2026' });
});
