import { describe, expect, it } from 'vitest';
import { operatorMessage as keepWords } from '../../app/operator/operator-message.ts';
import { processorMs } from '../set-up/time/processor-time.ts';

const operatorMessage = (answer: unknown, values: readonly string[]) =>
  keepWords(answer, { token: 't0ken+value', values });

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
      '502 Bad Gateway',
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
  ])('are found quickly in 1 MiB of %s', (_what, part) => {
    const text = part.repeat(1_048_576 / part.length);
    const start = processorMs();
    for (const answer of [text, { errors: [text] }, { errors: text.slice(0, 100_000).split('') }]) {
      expect(operatorMessage(answer, ['Iñaki Núñez', text]).length).toBeLessThanOrEqual(302);
    }
    expect(processorMs() - start).toBeLessThan(2_000);
  });

  it('are in one line', () => {
    expect(operatorMessage('a\n\tb\u0000 c', [])).toBe('a b c');
  });

  it.each([
    ['a text of more than 200 characters', 'es largo '.repeat(23)],
    ['a JSON text', 'no se puede tomar {"city": "Lima"}'],
    ['a list of values', { values: ['Lima', 'Miraflores'] }],
    ['an order of another shape', { address: { street: 'Larco', city: 'Lima' }, recipient: 'Ana Paz' }],
    ['values under keys that name the buyer', { errors: { 'Ana Paz': 7, Lima: true } }],
    ['encoded data', `no se puede tomar ${Buffer.from('Jirón Huachipáñez 7741, Lima').toString('base64')}`],
    ['words spelt out', 'no existe L a r c o'],
    ['a text with percent escapes', 'no existe Jir%C3%B3n'],
    ['a text with entities', 'no existe Nu&ntilde;ez'],
  ])('are none of %s', (_what, answer) => {
    expect(operatorMessage(answer, [])).toBe('');
  });

  it('are five reasons and 300 characters at most, and say that there were more', () => {
    const reasons = (length: number, count: number) =>
      Array.from({ length: count }, (_, index) => `motivo ${index} ${'es '.repeat(length)}largo`);
    expect(operatorMessage({ errors: reasons(0, 6) }, [])).toBe(`${reasons(0, 5).join('; ')} …`);
    const words = operatorMessage({ errors: reasons(40, 3) }, []);
    expect(words).toBe(`${reasons(40, 2).join('; ')} …`);
    expect(words.length).toBeLessThanOrEqual(302);
  });

  it('are the name of a field alone where the operator gives no reason', () => {
    expect(operatorMessage({ errors: [{ field: 'dropoff.contact.phone' }] }, [])).toBe('dropoff.contact.phone');
  });
});

describe('what no message repeats', () => {
  const secrets = ['Iñaki Núñez', 'inaki@example.com', '+51 987 654 321', 'Av. Larco 345, dpto 402'];

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
    ['a part of the phone', 'the phone that ends in 4321 is no mobile'],
    ['two words written as one', 'contact InakiNunez does not exist'],
    ['one word written as two', 'no route to Lar-co'],
    ['letters with something invisible between them', 'no route to L\u200bar\u200bco'],
    ['wide letters', 'no route to Ｌａｒｃｏ'],
  ])('%s', (_what, text) => {
    const words = operatorMessage({ message: text }, secrets);
    expect(words).toContain('…');
    for (const secret of [
      ...secrets,
      't0ken+value',
      'Larco',
      'Nunez',
      'Núñez',
      '51987654321',
      'otra.persona',
      '1234 5678',
    ]) {
      expect(words.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });

  it('and no sentence that repeats the order', () => {
    const words = 'name Iñaki Núñez, phone +51 987 654 321, address Larco 345, e-mail inaki@example.com';
    expect(operatorMessage({ message: words }, secrets)).toBe('');
  });

  it('whatever is sent: a text of 33,000 characters is masked like any other', () => {
    const note = `${'x'.repeat(33_000)} Larco`;
    expect(operatorMessage({ message: 'no route to Larco' }, [note, '('.repeat(33_000)])).toBe('no route to …');
  });

  it('removes nothing else', () => {
    const words = 'mañana de la capaz: el campo notes es largo, la de los dos también';
    expect(operatorMessage(words, ['Ana', 'Paz', 'de la 9', 'los dos 9'])).toBe(words.replace('dos', '…'));
  });
});
