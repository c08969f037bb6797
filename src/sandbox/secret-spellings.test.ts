// The spellings of a secret that servers and programs really produce are found in any surroundings; other texts stay
// unchanged.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunSecrets } from './run-secrets.ts';
import { expectWithin } from '../../scripts/expect-within.ts';

const given = (...values: string[]) =>
  new RunSecrets(values.map((value, index) => ({ name: `S${index}`, value, hosts: [] })));

const bytes = (text: string) => Buffer.from(text);
const each = (text: string, spell: (character: string, code: number) => string) =>
  [...text].map((character) => spell(character, character.codePointAt(0)!)).join('');
const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const lines = (text: string, width: number, end: string) =>
  text.replace(new RegExp(`.{${width}}`, 'g'), `$&${end}`);
const someUpper = (text: string) => [...text].map((one, at) => (at % 2 ? one.toUpperCase() : one)).join('');
const inside = (text: string) => JSON.stringify(text).slice(1, -1);
const html = (text: string) =>
  text.replace(
    /[&<>"'/=+`]/g,
    (one) =>
      ({
        '&': '&amp;',
        '<': '&lt;',
        '>': '&gt;',
        '"': '&quot;',
        "'": '&#39;',
        '/': '&#x2F;',
        '=': '&#61;',
        '+': '&plus;',
        '`': '&grave;',
      })[one]!,
  );

const SPELLINGS: Record<string, (text: string) => string> = {
  'HTML entities by name': html,
  'HTML entities, escaped twice': (text) => html(html(text)),
  'HTML entities, decimal': (text) => each(text, (_, code) => `&#${code};`),
  'HTML entities, decimal with zeros': (text) => each(text, (_, code) => `&#0${code};`),
  'HTML entities, hex': (text) => each(text, (_, code) => `&#x${hex(code, 2)};`),
  'HTML entities, upper-case hex': (text) => each(text, (_, code) => `&#X${hex(code, 4).toUpperCase()};`),
  'HTML entities in JSON': (text) => inside(html(text)),
  '\\x escapes': (text) => each(text, (_, code) => `\\x${hex(code, 2)}`),
  '\\x escapes, upper case': (text) => each(text, (_, code) => `\\x${hex(code, 2).toUpperCase()}`),
  '\\x escapes in JSON': (text) => inside(each(text, (_, code) => `\\x${hex(code, 2)}`)),
  '\\u escapes of every character': (text) => each(text, (_, code) => `\\u${hex(code, 4)}`),
  '\\u{} escapes': (text) => each(text, (_, code) => `\\u{${hex(code, 1)}}`),
  '\\U escapes': (text) => each(text, (_, code) => `\\U${hex(code, 8)}`),
  'octal escapes': (text) => each(text, (_, code) => `\\${code.toString(8).padStart(3, '0')}`),
  'the escapes of a shell': (text) => text.replace(/[^A-Za-z0-9]/g, '\\$&'),
  'percent-encoding of mixed case': (text) => someUpper(each(text, (_, code) => `%${hex(code, 2)}`)),
  'percent-encoding, twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent-encoding of every character, twice': (text) => each(text, (_, code) => `%25${hex(code, 2)}`),
  'percent-encoding, three times': (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
  'hex of mixed case': (text) => someUpper(bytes(text).toString('hex')),
  'hex with colons': (text) =>
    bytes(text)
      .toString('hex')
      .replace(/..(?=.)/g, '$&:'),
  'hex with blanks': (text) =>
    bytes(text)
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$& '),
  'hex with dashes': (text) =>
    bytes(text)
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$&-'),
  'bytes as decimal numbers': (text) => [...bytes(text)].join(', '),
  'bytes as JSON': (text) => JSON.stringify(bytes(text)),
  '%u escapes': (text) => each(text, (_, code) => `%u${hex(code, 4).toUpperCase()}`),
  'hex as a list of bytes': (text) => bytes(text).toString('hex').replace(/../g, '0x$&, '),
  'base64 in lines of 64': (text) => lines(bytes(text.repeat(1)).toString('base64'), 64, '\n'),
  'base64 in lines of 8': (text) => lines(bytes(text).toString('base64'), 8, '\r\n'),
  'base64 in lines, in JSON': (text) => inside(lines(bytes(text).toString('base64'), 8, '\n')),
  'base64 in indented lines': (text) => lines(bytes(text).toString('base64'), 7, '\n    '),
  'base64, twice': (text) => bytes(bytes(text).toString('base64')).toString('base64'),
  'base64 after a name, twice': (text) => bytes(bytes(`user:${text}`).toString('base64')).toString('base64'),
  'base64 for addresses, twice, in lines': (text) =>
    lines(bytes(bytes(`ab${text}`).toString('base64url')).toString('base64url'), 9, '\n'),
  'base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'base64 of UTF-16, big endian': (text) => swapped(`x${text}`).toString('base64'),
  'hex of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('hex'),
  'hex of UTF-16, big endian': (text) => swapped(text).toString('hex'),
  'UTF-16 as text': (text) => each(text, (one) => `${one}\0`),
  'UTF-16, big endian, in JSON': (text) => inside(each(text, (one) => `\0${one}`)),
  'quoted-printable': (text) =>
    each(text, (one, code) => (/[A-Za-z0-9]/.test(one) ? one : `=${hex(code, 2).toUpperCase()}`)),
  'quoted-printable in lines': (text) =>
    lines(
      each(text, (one, code) => (one === '=' ? '=3D' : code > 126 ? `=${hex(code, 2)}` : one)),
      10,
      '=\r\n',
    ),
};

/** Keys and passwords: never only letters. */
const value = fc
  .string({ unit: fc.constantFrom(...'abcdefXYZ0123456789-_./+=&<>"\'$!'), minLength: 8, maxLength: 48 })
  .map((text) => `k7${text}`)
  .filter((text) => !/=[\da-f]{2}|&[a-z]|&#/i.test(text));
const around = fc.constantFrom('', ' ', 'key: ', '<p>', '{"a":', 'x=', '\n', '…', '%', '&', '\\', '. ');

describe.each(Object.entries(SPELLINGS))('%s', (_, spell) => {
  it('redacts and recognizes every value, in any surroundings', () => {
    fc.assert(
      fc.property(value, around, around, (secret, before, after) => {
        const secrets = given(secret);
        const text = `${before} ${spell(secret)} ${after}`;
        const redacted = secrets.redact(text);
        expect(redacted).toContain('[secret S0]');
        expect(redacted).not.toContain(spell(secret));
        expect(redacted).not.toContain(secret);
        expect(secrets.carried([redacted])).toEqual([]);
        expect(secrets.carried([bytes(text)])).toHaveLength(1);
        // Also in a JSON answer, which stays valid.
        const json = secrets.redact(JSON.stringify({ error: text, n: 1 }));
        expect((JSON.parse(json) as { error: string }).error).toContain('[secret S0]');
      }),
      { numRuns: 25 },
    );
  });
});

describe('a key shown in part by a server', () => {
  const KEY = 'sk-proj-a8Kd02mLq9ZxT4vB7wYc';
  it.each([
    'sk-proj-a8Kd****',
    'sk-proj-a***7wYc',
    'sk-proj-a8Kd02mL…',
    'sk-proj-a8Kd...7wYc',
    'sk-proj-••••••wYc',
    'SK-PROJ-A8KD02MLQ9ZXT4VB7WYC',
    'sk-proj-a8Kd02m',
    'sk-proj-a8Kd02mLq9ZxT4vB7wY',
  ])('is redacted: %s', (shown) =>
    expect(given(KEY).redact(`Incorrect key: ${shown}.`)).toMatch(/^Incorrect key: \[secret S0\]\.?$/),
  );

  it.each(['sk-proj-', 'sk-proj-other***', 'sk-proj-****', 'sk-proj-a8Kd and more'])(
    'is left where it reveals nothing: %s',
    (shown) => {
      expect(given(KEY).redact(`Keys begin with ${shown}`)).toBe(`Keys begin with ${shown}`);
    },
  );
});

it('replaces a list of bytes by a string, and keeps its surroundings to the character', () => {
  const [secret, other] = ['k7-2fQ9/x&y-A1b2', [1, 2, 3]];
  const text = (key: unknown) =>
    `{"n": [1,2, 3], "key": ${JSON.stringify(key)} ,"other":${JSON.stringify(other)}}`;
  expect(given(secret).redact(text([...bytes(secret)]))).toBe(text('[[secret S0]]'));
  expect(given(secret).redact(text([0, ...bytes(secret), 7]))).toBe(text('[0,[secret S0],7]'));
  expect(given(secret).redact(text(other))).toBe(text(other));
});

it('keeps half of an address or of plain words, which many texts contain', () => {
  const values = [
    'https://hooks.example.com/T0/B1/xyz',
    'the quick brown fox 7 jumps',
    'correct-horse-battery',
  ];
  const text = 'See https://hooks.example.com/docs: the quick brown fox 8; correct-horse-batt';
  expect(given(...values).redact(text)).toBe(text);
});

describe('a text without the value', () => {
  const TEXT =
    `<p>The test of a pass &amp; word: 74 65 73 at 12:34:56, dGVz dGVy, %7B%22a%22%3A1%7D \\u0041 =20 https://example.com/a?b=c&d=e</p>
    Sunshine on Main Street, user 1234 in room 0x74, "base64" and Hex. DEADBEEF 0xCAFE, passwords and Tokens.`.repeat(
      40,
    );

  it.each([
    'abcd',
    'tests',
    'pass12',
    'main',
    'hunter2',
    'sunshine',
    'street12',
    'tokens',
    '0000',
    'a b c',
    '%41%42',
    'deadbeefcafe',
  ])('stays unchanged for the short value %s', (short) => {
    expect(TEXT).not.toContain(short);
    expect(given(short).redact(TEXT)).toBe(TEXT);
  });
});

it.each(['&constructor;', '&hasOwnProperty=1', '&__proto__', '%5Cconstructor', '&amp;constructor'])(
  'reads no escape where there is none: %s',
  (text) => {
    const secrets = given('k7-2fQ9/x&y');
    expect(secrets.redact(`?a=1${text}`)).toBe(`?a=1${text}`);
    expect(secrets.redact(`${text} k7-2fQ9/x&amp;y`)).toBe(`${text} [secret S0]`);
  },
);

it('is searched quickly, even at megabytes', async () => {
  const secrets = given(
    'sk-live-51HxTq9ZxT4vB7wYc',
    'ghp_a8Kd02mLq9ZxT4vB7wYcQq',
    'p4ss/w0rd+==',
    'https://hooks.example.com/T0/B1/xyz',
    'AKIA8Kd02mLq9ZxT4vB',
  );
  const texts = {
    words: 'A plain line of words, as there are in a report.\n'.repeat(40_000),
    json: JSON.stringify(
      Array.from({ length: 12_000 }, (_, id) => ({
        id,
        name: `name "${id}"`,
        url: `https://example.com/${id}?a=b&c=d`,
        text: 'line\nline',
      })),
    ),
    entities: '&#65;&lt;a&gt;&amp;amp;'.repeat(90_000),
    percent: '%2525%41%2f'.repeat(180_000),
    backslashes: '\\\\\\\\n\\u0041\\x41'.repeat(120_000),
    prefixes: 'sk-'.repeat(600_000),
    'escaped prefixes': '%73k-'.repeat(400_000),
    'only backslashes': '\\'.repeat(2_000_000),
    gaps: `YWtpY${' '.repeat(2_000)}`.repeat(1_000),
    base64: lines(Buffer.alloc(1_400_000, 'some binary data').toString('base64'), 76, '\r\n'),
  };
  for (const [name, text] of Object.entries(texts)) {
    // About 20 to 150 ms for 2 MB on a small server. The bound catches quadratic growth.
    expect(await expectWithin(6_000, () => secrets.redact(text)), name).toBe(text);
  }
});

/** Fragments of escapes, complete or not, and of secrets. */
const piece = fc.constantFrom(
  ...[
    '%41',
    '%',
    '%2',
    '%25',
    '&',
    '&#',
    '&#x',
    '&#0',
    '&lt',
    '&amp;',
    '&#65;',
    '\\',
    '\\x4',
    '\\x41',
    '\\u{',
    '\\u{0',
  ],
  ...[
    '\\u0041',
    '\\U',
    '\\1',
    '=',
    '=\n',
    '=4',
    '=41',
    '0',
    'a',
    ' ',
    ':',
    'sk-live',
    '\\\\',
    'c2st',
    '736b',
  ],
);

it('takes linear time for any mixture of escapes', async () => {
  const secrets = given('sk-live-51HxTq9ZxT4vB7wYc', 'p4ss/w0rd+==', 'AAAAAAAAAAAAAAAA');
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), async (pieces) => {
      const part = pieces.join('');
      const text = part.repeat(Math.ceil(500_000 / part.length));
      // About 50 ms on a small server.
      await expectWithin(3_000, () => secrets.redact(text));
    }),
    { numRuns: 30 },
  );
});

it.each([
  ['%41', 6_000_000],
  ['\\"a', 6_000_000],
])('reads millions of %s', async (escape, count) => {
  const text = escape.repeat(count);
  const secrets = given('sk-live-51HxTq9ZxT4vB7wYc', 'AKIA8Kd02mLq9ZxT4vB');
  // About 1 s on a small server.
  expect((await expectWithin(4_000, () => secrets.redact(text))) === text).toBe(true);
});
