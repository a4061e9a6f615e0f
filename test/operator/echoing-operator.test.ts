import { expect, it } from 'vitest';
import { operatorMessage } from '../../app/operator/operator-message.ts';

/** Two hundred buyers of whom every value is told apart from every other, and from the words of a refusal. */
const buyers = Array.from({ length: 200 }, (_, index) => {
  const mark = [...String(index)].map((digit) => 'bdfgkmprtz'.charAt(Number(digit))).join('a');
  return {
    fullname: `Zul${mark}x Quetzal${mark}w`,
    email: `zul${mark}@correo${mark}.example`,
    phone: `+5198${String(1_000_000 + index)}`,
    address: `Jirón Huach${mark}ñez ${7_000 + index}`,
    district: `Distri${mark}q`,
    notes: `Portero Eust${mark}v`,
  };
});
type Buyer = (typeof buyers)[number];

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
const all = (buyer: Buyer) => Object.values(buyer).join(', ');

const SHAPES: Readonly<Record<string, (buyer: Buyer) => unknown>> = {
  'a sentence': (buyer) => ({ message: `no existe ${buyer.fullname}` }),
  'a sentence for each value': (buyer) => ({ errors: Object.values(buyer).map((value) => `no existe ${value}`) }),
  'JSON in a text': (buyer) => ({ message: `cannot take ${JSON.stringify(buyer)}` }),
  'an order of another shape': (buyer) => ({ address: { street: buyer.address, city: buyer.district }, to: buyer }),
  'values as keys': (buyer) => ({ errors: Object.fromEntries(Object.values(buyer).map((value) => [value, ['mal']])) }),
  'fields with their values': (buyer) => ({ errors: { dropoff: { contact: buyer, location: buyer } } }),
  'a page': (buyer) => `<html><body><h1>422</h1><p>${all(buyer)}</p></body></html>`,
  'capitals without accents': (buyer) => ({ message: plain(`no existe ${buyer.address}`).toUpperCase() }),
  'percent escapes': (buyer) => ({ message: encodeURIComponent(all(buyer)) }),
  base64: (buyer) => ({ message: Buffer.from(all(buyer)).toString('base64') }),
  'words joined': (buyer) => ({ message: `no existe ${buyer.fullname.replaceAll(' ', '')}` }),
  'letters apart': (buyer) => ({ message: `no existe ${[...buyer.fullname].join(' ')}` }),
};

it.each(Object.entries(SHAPES))('of two hundred orders that are echoed as %s, no value is kept', (_, echo) => {
  const hits = buyers.flatMap((buyer) => {
    const values = Object.values(buyer);
    const words = values.flatMap((value) => value.split(/[\s@.]/)).filter((word) => word.length > 3);
    const kept = plain(operatorMessage(echo(buyer), { token: 'token-of-a-shop', values })).toLowerCase();
    return [...values, ...words]
      .filter((value) => !['jirón', 'example', 'portero'].includes(value.toLowerCase()))
      .filter((value) => kept.includes(plain(value).toLowerCase()));
  });
  expect(hits).toEqual([]);
});
