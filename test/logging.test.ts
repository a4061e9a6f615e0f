import { expect, it } from 'vitest';
import { createLogger } from '../app/logging.ts';

function linesOf(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('trace', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

it('redacts secrets and what names a buyer, down to the third level', () => {
  const output = linesOf((logger) => {
    logger.info({ token: 'S1', shop: 'tienda.myshopify.com' }, 'one');
    logger.info({ session: { accessToken: 'S2', refreshToken: 'S3' } }, 'two');
    logger.info({ plan: { order: { dropoff: { contact: { fullname: 'S4' } } } } }, 'three');
    logger.info({ email: 'S5', phone: 'S6', address1: 'S7', headers: { authorization: 'S8' } }, 'four');
  });
  expect(output).toContain('tienda.myshopify.com');
  expect(output).not.toMatch(/S\d/);
});

it('keeps the name, message, code and cause of an error, and no other property', () => {
  const cause = Object.assign(new Error('the cause'), { code: 'ECONNRESET', body: 'S1' });
  const error = Object.assign(new Error('the message', { cause }), { response: { body: 'S2' } });
  const output = linesOf((logger) => logger.error({ error }, 'failed'));
  expect(output).toContain('the message');
  expect(output).toContain('ECONNRESET');
  expect(output).not.toMatch(/S\d/);
});
