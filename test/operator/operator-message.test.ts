import { describe, expect, it } from 'vitest';
import { operatorMessage } from '../../app/operator/operator-message.ts';

describe('the words of an answer', () => {
  it.each<[string, unknown, string]>([
    ['a text', 'sin cobertura', 'sin cobertura'],
    ['an envelope with a text', { success: false, errors: 'sin cobertura' }, 'sin cobertura'],
    ['a list of texts', { errors: ['uno', 'dos'] }, 'uno; dos'],
    [
      'fields with messages',
      { success: false, errors: [{ field: 'dropoff.location.district', message: 'is not served' }], data: null },
      'dropoff.location.district: is not served',
    ],
    [
      'messages by field',
      { errors: { 'packages.0.qty': ['must be positive', 'must be whole'] } },
      'packages.0.qty: must be positive; packages.0.qty: must be whole',
    ],
    ['a message', { message: 'Unauthenticated.' }, 'Unauthenticated.'],
    ['an error with a detail', { error: { detail: 'mal' } }, 'mal'],
    [
      'a page',
      '<html><head><style>p{}</style></head><body><h1>502</h1><p>Bad&nbsp;Gateway</p></body></html>',
      '502 Bad&nbsp;Gateway',
    ],
    ['nothing', null, ''],
  ])('of %s', (_what, answer, words) => {
    expect(operatorMessage(answer, [])).toBe(words);
  });

  it('are of what is open in a page none of its code', () => {
    expect(operatorMessage('<p>502</p><script>let a = "<p>1</p>"', [])).toBe('502');
    expect(operatorMessage('2 < 3 and <b', [])).toBe('2 < 3 and');
  });

  it('are not those of the order that an answer repeats', () => {
    const answer = { code: 7, data: { deliveries: [{ contactName: 'Ana' }] }, contactPhone: '1', notes: 'timbre' };
    expect(operatorMessage(answer, [])).toBe('code: 7');
  });

  it.each([
    ['one word', 'a'],
    ['opening brackets', '<'],
    ['opening scripts', '<script'],
    ['digits and blanks', '1 '],
    ['at signs', 'a@'],
    ['lines', '\n'],
  ])('are soon found in 1 MiB of %s', (_what, part) => {
    const text = part.repeat(1_048_576 / part.length);
    const start = performance.now();
    for (const answer of [text, { errors: [text] }, { errors: text.slice(0, 100_000).split('') }]) {
      expect(operatorMessage(answer, ['Iñaki Núñez']).length).toBeLessThanOrEqual(300);
    }
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('do not end in half a character', () => {
    expect(operatorMessage('😀'.repeat(400), [])).toBe('😀'.repeat(300));
  });

  it('are at most 300 characters in one line', () => {
    const words = operatorMessage(`a\n\tb\u0000c ${'x'.repeat(1000)}`, []);
    expect(words).toHaveLength(300);
    expect(words).toMatch(/^a b c xxx/);
  });
});

describe('what no message repeats', () => {
  const secrets = ['Iñaki Núñez', 'inaki@example.com', '+51 987 654 321', 'Av. Larco 345, dpto 402', 't0ken+value'];

  it.each([
    ['the name', 'el contacto IÑAKI NÚÑEZ no existe'],
    ['the e-mail', 'inaki@example.com is not valid'],
    ['the phone as digits', 'phone 51987654321 is not valid'],
    ['the address', 'no route to Av. Larco 345, dpto 402'],
    ['the name without accents', 'no hay contacto Inaki Nunez'],
    ['the name otherwise written', 'contact=IÑAKI_NÚÑEZ'],
    ['a part of the address', 'no route to Larco 345'],
    ['the token', 'token t0ken+value has ended'],
    ['another e-mail', 'write to otra.persona@example.org'],
    ['another phone', 'call +56 9 1234 5678'],
  ])('%s', (_what, text) => {
    const words = operatorMessage({ message: text }, secrets);
    expect(words).toContain('…');
    for (const secret of [...secrets, 'Larco', 'Nunez', 'Núñez', '51987654321', 'otra.persona', '1234 5678']) {
      expect(words.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });

  it('and nothing else', () => {
    const words = 'mañana de la capaz: el campo notes es largo, la de los dos también';
    expect(operatorMessage(words, ['Ana', 'Paz', 'de la 9', 'los dos 9'])).toBe(words.replace('los dos', '…'));
  });
});
