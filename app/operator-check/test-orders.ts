import type { DeliveryOrder } from '../domain/mapping/delivery-order.ts';
import type { Recipient } from './check-state.ts';
import type { RowKey } from './interface-rows.ts';
import type { ProfileContent } from './talk.ts';

/** What the orders of a check have in common. */
export interface OrderBase {
  readonly recipient: Recipient;
  /** `YYYY-MM-DD`, the day after the check. */
  readonly day: string;
  readonly branch: number | null;
}

export function minimalOrder({ recipient, day, branch }: OrderBase, number: string): DeliveryOrder {
  const { fullname, email, phone, address, district, pickup } = recipient;
  return {
    order_number: number,
    delivery_date: `${day} 12:00:00`,
    delivery_service: 'Nextday',
    pickup: { location: branch === null ? (pickup ?? { name: 'Handoff', address, district }) : { id: branch } },
    dropoff: { contact: { fullname, email, phone }, location: { address, district } },
    packages: [{ code: 'CHECK-1', name: 'Handoff check', price: '100', qty: 1 }],
    tags: { brand: 'Handoff' },
    url_tracking: true,
  };
}

export interface TestOrder {
  readonly step: string;
  /** The rows that the answer is about. */
  readonly rows: readonly RowKey[];
  /** What a merchant would suffer where the operator refuses it. */
  readonly without: string;
  /** Stands at the end of the number; a space or a slash where that is tried. */
  readonly suffix?: string;
  readonly change: (order: DeliveryOrder, base: OrderBase) => DeliveryOrder | null;
}

const windowed = (order: DeliveryOrder): DeliveryOrder => ({
  ...order,
  delivery_start_time: '09:00',
  delivery_end_time: '13:00',
});
const noService = 'orders with this service are refused.';

/** Each tries one thing on top of the order that the operator took. */
export const TEST_ORDERS: readonly TestOrder[] = [
  {
    step: 'express',
    rows: ['2.1 delivery_service'],
    without: noService,
    change: (order) => ({ ...order, delivery_service: 'Express' }),
  },
  {
    step: 'sameday',
    rows: ['2.1 delivery_service'],
    without: noService,
    change: (order) => ({ ...order, delivery_service: 'Sameday' }),
  },
  {
    step: 'nextday-window',
    rows: ['2.1 delivery_service', '2.1 delivery_start_time', '2.1 delivery_end_time'],
    without: 'orders with a window are refused.',
    change: (order) => windowed({ ...order, delivery_service: 'NextdayWithWindow' }),
  },
  {
    step: 'sameday-window',
    rows: ['2.1 delivery_service', '2.1 delivery_start_time', '2.1 delivery_end_time'],
    without: 'orders with a window are refused.',
    change: (order) => windowed({ ...order, delivery_service: 'SamedayWithWindow' }),
  },
  {
    step: 'other-pickup',
    rows: ['1 pickup shapes', '2.2 choice of the shape'],
    without: 'only one of the two kinds of pickup can be chosen in the settings.',
    change: (order, base) => {
      if (base.branch === null) return null;
      const isBranch = 'id' in order.pickup.location;
      return { ...order, pickup: minimalOrder({ ...base, branch: isBranch ? null : base.branch }, '').pickup };
    },
  },
  {
    step: 'notes-and-accents',
    rows: ['2.1 notes', '2.6 notes'],
    without: 'orders with notes are refused, or their letters are lost.',
    change: (order) => ({ ...order, notes: 'Ñandú, coração, piñata: tocar el timbre' }),
  },
  {
    step: 'emoji',
    rows: ['2.1 notes'],
    without: 'a note with an emoji stops its delivery.',
    change: (order) => ({ ...order, notes: 'Regalo 🎁' }),
  },
  {
    step: 'long-texts',
    rows: ['8 field lengths', '8 size limits'],
    without: 'an order with long notes is refused.',
    change: (order) => ({ ...order, notes: 'Handoff check '.repeat(70).trim() }),
  },
  {
    step: 'packages',
    rows: ['8 number of packages and files'],
    without: 'an order of many items is refused.',
    change: (order) => ({
      ...order,
      packages: Array.from({ length: 20 }, (_, index) => ({
        code: `CHECK-${index}`,
        name: `Handoff check ${index}`,
        price: '100',
        qty: 1,
      })),
    }),
  },
  {
    step: 'files',
    rows: ['2.1 files', '2.1 form of files', '2.5 name', '2.5 kind', '2.5 url', '2.5 values of kind'],
    without: 'an order with a file, such as a prescription, is refused.',
    change: (order) => ({
      ...order,
      files: [{ name: 'check.pdf', kind: 'recipe', url: 'https://example.com/check.pdf' }],
    }),
  },
  {
    step: 'coordinates',
    rows: ['2.3 location.latitude', '2.3 location.longitude', '2.3 source of coordinates'],
    without: 'an order whose address has coordinates is refused.',
    change: (order, { recipient: { latitude, longitude } }) => {
      if (latitude === undefined || longitude === undefined) return null;
      return { ...order, dropoff: { ...order.dropoff, location: { ...order.dropoff.location, latitude, longitude } } };
    },
  },
  {
    step: 'number-with-space',
    rows: ['2.1 order_number', '4.2 order_number'],
    suffix: ' B',
    without: 'choose a pattern of numbers without spaces.',
    change: (order) => order,
  },
  {
    step: 'number-with-slash',
    rows: ['2.1 order_number', '4.2 order_number'],
    suffix: '/B',
    without: 'choose a pattern of numbers without slashes.',
    change: (order) => order,
  },
];

type Body = Readonly<Record<string, unknown>>;

const without = (body: Body, field: string): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

/**
 * What can be different in the first order: its row, what it is, and what a merchant would suffer without. An order that
 * was refused is tried with it, those first that the words of the refusal are about. The slash shows by itself.
 */
export const ADAPTATIONS: readonly {
  readonly what: string;
  readonly row: RowKey;
  readonly note: string;
  readonly without: string;
  readonly about?: RegExp;
  readonly profile?: (given: { recipient: Recipient; branch: number | null }) => ProfileContent | null;
}[] = [
  {
    what: 'slash',
    row: '4.1 method and path',
    note: 'The path of creation needs a slash at the end, or none.',
    without: 'no order is accepted.',
  },
  {
    what: 'url-tracking',
    row: '2.1 form of url_tracking',
    note: 'url_tracking is taken as the text "true" only.',
    without: 'every order is refused.',
    about: /url ?tracking/,
    profile: () => ({ urlTracking: 'text' }),
  },
  {
    what: 'coordinates',
    row: '2.3 source of coordinates',
    note: 'Unknown coordinates are sent as 0 and 0.',
    without: 'every order without coordinates is refused.',
    about: /latitud|longitud|coord/,
    profile: () => ({ coordinates: { unknown: 'zero' } }),
  },
  {
    what: 'times',
    row: '2.1 delivery_start_time',
    note: 'Times are taken as HH:MM:SS only.',
    without: 'every order with a window is refused.',
    about: /start time|end time|hh mm|hora/,
    profile: () => ({ times: 'HH:MM:SS' }),
  },
  {
    what: 'notes',
    row: '2.1 notes',
    note: 'notes are required, and may be empty.',
    without: 'every order without notes is refused.',
    about: /\bnotes?\b|notas?\b|observa/,
    profile: () => ({ emptyNotes: 'send' }),
  },
  {
    what: 'files',
    row: '2.1 form of files',
    note: 'files are required, and may be empty.',
    without: 'every order without files is refused.',
    about: /\bfiles?\b|archivo|arquivo/,
    profile: () => ({ emptyFiles: 'send' }),
  },
  {
    what: 'district-code',
    row: '2.3 location.district',
    note: 'Districts are taken by code.',
    without: 'every order is refused for its district.',
    about: /district|distrito|comuna|bairro/,
    profile: ({ recipient: { district: name, districtCode: code } }) =>
      code === undefined ? null : { districts: [{ name, code }] },
  },
  {
    what: 'branch',
    row: '2.2 choice of the shape',
    note: 'A pickup is taken as a branch only.',
    without: 'every order of a shop that gave an address is refused.',
    about: /branch|sucursal|filial|pickup|retiro|recojo|coleta/,
    profile: ({ branch: id }) => (id === null ? null : { branches: [{ id, name: `Branch ${id}` }] }),
  },
];

/** Bodies that the interface does not allow, each with one thing wrong. The app sends none of them. */
export const WRONG_BODIES: readonly { readonly step: string; readonly spoil: (body: Body) => Body }[] = [
  { step: 'no delivery_date', spoil: (body) => without(body, 'delivery_date') },
  { step: 'a date that does not exist', spoil: (body) => ({ ...body, delivery_date: '2026-02-31 12:00:00' }) },
  { step: 'an unknown delivery_service', spoil: (body) => ({ ...body, delivery_service: 'Teleport' }) },
  { step: 'no pickup', spoil: (body) => without(body, 'pickup') },
  { step: 'no dropoff', spoil: (body) => without(body, 'dropoff') },
  { step: 'no packages', spoil: (body) => ({ ...body, packages: [] }) },
  { step: 'no tags', spoil: (body) => without(body, 'tags') },
  { step: 'an unknown branch', spoil: (body) => ({ ...body, pickup: { location: { id: 999_999_999 } } }) },
];
