import { expect, it } from 'vitest';
import { createLogger } from '../app/logging.ts';

function linesOf(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('trace', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

it('redacts secrets and what names a buyer, at every level', () => {
  const output = linesOf((logger) => {
    logger.info({ token: 'S1', shop: 'tienda.myshopify.com' }, 'one');
    logger.info({ session: { accessToken: 'S2', refreshToken: 'S3' } }, 'two');
    logger.info({ plan: { order: { dropoff: { contact: { fullname: 'S4' } } } } }, 'three');
    logger.info({ email: 'S5', phone: 'S6', address1: 'S7', headers: { authorization: 'S8' } }, 'four');
    logger
      .child({ token: 'S9', deliveryId: 'd1' })
      .info({ calls: [{ body: 'S0' }, { body: null, status: 200 }] }, 'five');
    logger.info({ a: { b: { c: { d: { e: { f: { zip: 'S1' } } } } } } }, 'six');
    logger.info({ a: { b: { c: { d: { e: { f: { g: { h: { zip: 'S2' } } } } } } } } }, 'seven');
  });
  expect(output).toContain('tienda.myshopify.com');
  expect(output).toContain('"deliveryId":"d1"');
  expect(output).toContain('"status":200');
  expect(output).not.toMatch(/S\d/);
});

it('keeps the name, message, code and cause of an error, and no other property', () => {
  const cause = Object.assign(new Error('the cause'), { code: 'ECONNRESET', body: 'S1' });
  const error = Object.assign(new Error('the message', { cause }), { response: { body: 'S2' } });
  const output = linesOf((logger) => {
    logger.error({ error }, 'failed');
    logger.error({ failures: [{ reason: error }] }, 'failed within');
    logger.error({ error: 'S3' }, 'what was thrown is no error');
  });
  expect(output).toContain('the message');
  expect(output).toContain('ECONNRESET');
  expect(output).not.toMatch(/S\d/);
});

it('keeps no more of a message in many lines, which a stack begins with', () => {
  const error = new Error(`SELECT\n${'1, '.repeat(1_000)}\nS1`);
  const output = linesOf((logger) => logger.error({ error }, 'failed'));
  expect(output).not.toMatch(/S1/);
  expect(output).toContain('    at ');
  expect(output.length).toBeLessThan(3_000);
});

it('leaves what it is given as it was', () => {
  const given = { shop: 'tienda.myshopify.com', token: 'S1', at: new Date(0), session: { token: 'S2' } };
  const output = linesOf((logger) => logger.info(given, 'one'));
  expect(given).toEqual({ shop: 'tienda.myshopify.com', token: 'S1', at: new Date(0), session: { token: 'S2' } });
  expect(JSON.parse(output)).toMatchObject({ token: '[redacted]', at: '1970-01-01T00:00:00.000Z' });
});
