import { expect, test } from 'vitest';
import { parseEmail } from '../../../app/domain/mapping/delivery-order.ts';
import { processorMs } from '../../set-up/time/processor-time.ts';

test.each([
  'ana@example.com',
  'rosa.q+1@mail.example.co.uk',
  'muñoz@example.pe',
  'nuñez.peña@example.cl',
  'ana@cabañas.cl',
  'joão@exemplo.com.br',
  "o'higgins@example.com",
  '用户@例子.中国',
  'ana@xn--cabaas-zwa.cl',
  'Ana_Rojas-2@EXAMPLE.com',
  'mun\u0303oz@example.pe',
  'ana@x.com',
  'ana@example.xn--p1ai',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.com`,
])('%j is written to as it is', (text) => expect(parseEmail(text)).toBe(text));

test.each([
  ...[
    '',
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'ana rojas@example.com',
    'ana@b@example.com',
    'ana@example..com',
  ],
  ...[
    '.ana@example.com',
    'ana.@example.com',
    'a..b@example.com',
    'ana@-example.com',
    'ana@example.c',
    'ana@example.com.',
  ],
  ...[
    'ana@exam_ple.com',
    'ana,rosa@example.com',
    'ana at example.com',
    'Ana <ana@example.com>',
    'ana@example.123',
    'ana@example.c_m',
  ],
  ...[`${'a'.repeat(65)}@example.com`, `ana@${'b'.repeat(64)}.com`, `a@${'b.'.repeat(126)}com`],
])('%j is none', (text) => expect(parseEmail(text)).toBeNull());

test('takes no longer for a long text than for a short one', () => {
  const began = processorMs();
  for (const text of [`${'a.'.repeat(50_000)}@`, `a@${'b-'.repeat(50_000)}`, 'a'.repeat(100_000)]) parseEmail(text);
  expect(processorMs() - began).toBeLessThan(1_000);
});
