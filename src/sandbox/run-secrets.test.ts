// How a run's secrets are inserted, and that no spelling of one leaves.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../scripts/property-runs.ts';
import type { JsonObject } from '../base/json.ts';
import type { Secret } from '../core/secrets.ts';
import { RunSecrets } from './run-secrets.ts';

const VALUE = 'sk-Kä"n/a\\r 1+?';
const secret = (name: string, value: string): Secret => ({ name, value, hosts: [] });
const given = (...values: string[]) =>
  new RunSecrets(values.map((value, index) => secret(`S${index}`, value)));

const bytesOf = (text: string) => new TextEncoder().encode(text);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const inside = (text: string) => JSON.stringify(text).slice(1, -1);
const form = (text: string) => new URLSearchParams({ v: text }).toString().slice(2);
const ascii = (text: string, upper = false) =>
  inside(text).replace(/[^ -~]/g, (unit) => {
    const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${upper ? digits.toUpperCase() : digits}`;
  });

/** Ways to write a value that must be found, by name. */
const SPELLINGS: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'JSON-escaped': inside,
  'JSON-escaped twice': (text) => inside(inside(text)),
  'JSON-escaped three times': (text) => inside(inside(inside(text))),
  'JSON with escaped slashes': (text) => inside(text).replaceAll('/', '\\/'),
  'JSON in ASCII': ascii,
  'JSON in ASCII, upper case': (text) => ascii(text, true),
  'JSON in ASCII, escaped again': (text) => inside(ascii(text)),
  'percent-encoded': encodeURIComponent,
  'percent-encoded, lower case': (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'percent-encoded whole': (text) => hex(text).replace(/../g, '%$&'),
  'form-encoded': form,
  'in base64': (text) => base64(text),
  'in base64 after one byte': (text) => base64(`x${text}`),
  'in base64 after two bytes': (text) => base64(`xy${text}`),
  'in base64 amid a text': (text) => base64(`user:${text}; and more`),
  'in URL-safe base64': (text) => Buffer.from(`u:${text}`).toString('base64url'),
  'in percent-encoded base64': (text) => encodeURIComponent(base64(`user:${text}`)),
  'in base64 with escaped slashes': (text) => base64(text).replaceAll('/', '\\/'),
  'in hex': hex,
  'in upper-case hex': (text) => hex(text).toUpperCase(),
};

describe('a spelling of a value', () => {
  it.each(Object.entries(SPELLINGS))('%s is redacted and recognized', (_, spell) => {
    const secrets = given(VALUE);
    const spelled = spell(VALUE);
    const redacted = secrets.redact(`before ${spelled} after`);
    expect(redacted).toMatch(/^before (dXNlcj|dT)?.{0,3}\[secret S0\](.yBhbmQgbW9yZQ)?.{0,3} after$/);
    expect(secrets.carried([`before ${spelled} after`])).toHaveLength(1);
    expect(secrets.carried([bytesOf(`before ${spelled} after`)])).toHaveLength(1);
  });

  it('is recognized in bytes that are not text', () => {
    const body = new Uint8Array([0xff, 0xfe, 0x80, ...bytesOf(VALUE), 0xc3, 0x00]);
    expect(given(VALUE).carried([body])).toHaveLength(1);
    expect(given(VALUE).carried([body.subarray(0, body.length - 3)])).toEqual([]);
  });

  it('is found without the line break it was pasted with', () => {
    expect(given('sk-pasted\n').redact('x sk-pasted y')).toBe('x [secret S0] y');
  });

  it('is found at every place, and text that only begins like it stays', () => {
    expect(given('abcd').redact('abcabcd abcdabcd abc')).toBe('abc[secret S0] [secret S0][secret S0] abc');
  });

  it('is found when it is as long as a key file', () => {
    const pem = `-----BEGIN KEY-----\n${'MIIE/vQ+\n'.repeat(1_700)}-----END KEY-----\n`;
    expect(given(pem).redact(JSON.stringify({ pem }))).toBe('{"pem":"[secret S0]"}');
    expect(given(pem).redact(`x${base64(pem)}`).length).toBeLessThan(30);
  });

  it('is searched for quickly in texts that almost contain it', () => {
    expect(given('\\'.repeat(60) + 'x').redact('\\'.repeat(20_000))).toHaveLength(20_000);
    expect(given('%'.repeat(60) + 'x').redact('%25'.repeat(10_000))).toHaveLength(30_000);
  });
});

/** Surroundings and values that run into escapes, markers and each other. */
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({
    unit: fc.constantFrom('a', 'b', '\\', '"', '/', '%', '2', '5', '+', ' ', 'n', 'é'),
    maxLength: 8,
  }),
  fc.constantFrom('[secret S0]', 'cret S', '[hidden]', '•••', '{"', '":"', 'null', 'true', '1234'),
);
const value = fc
  .array(piece, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''))
  .filter((text) => text.length >= 4);
const texts = fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(''));
const PLAIN = ['as it is', 'JSON-escaped', 'percent-encoded', 'form-encoded', 'in hex'];
const spelling = fc.constantFrom(...Object.values(SPELLINGS));

describe('any value in any surroundings', () => {
  it('leaves no spelling in a text', () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 3 }),
        texts,
        spelling,
        texts,
        (values, a, spell, b) => {
          const secrets = given(...values);
          const text = a + values.map((item) => spell(item)).join(b) + b;
          const redacted = secrets.redact(text);
          const spelled = values.flatMap((item) => PLAIN.map((each) => SPELLINGS[each]!(item)));
          expect(spelled.filter((each) => redacted.includes(each))).toEqual([]);
          expect(secrets.carried([redacted])).toEqual([]);
          expect(secrets.carried([text]).length).toBeGreaterThan(0);
        },
      ),
      runs(2_000),
    );
  });

  it('leaves no spelling in JSON, which stays valid', () => {
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        texts,
        fc.integer(),
        fc.boolean(),
        fc.constant('#'),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('node'), { maxLength: 3 }),
      map: fc.dictionary(fc.oneof(texts, fc.constant('#')), tie('node'), { maxKeys: 3 }),
    })).node;
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 2 }), tree, spelling, (values, node, spell) => {
        const secrets = given(...values);
        const put = inside(values.map((item) => spell(item)).join('-'));
        const text = JSON.stringify({ node, put: '#' }).replaceAll('"#"', () => `"${put}"`);
        const redacted = secrets.redact(text);
        expect(() => void JSON.parse(redacted)).not.toThrow();
        expect(secrets.carried([redacted])).toEqual([]);
      }),
      runs(2_000),
    );
  });

  it('leaves a text without the value unchanged', () => {
    fc.assert(
      fc.property(value, texts, (item, text) => {
        const secrets = given(item);
        fc.pre(secrets.carried([text]).length === 0);
        expect(secrets.redact(text)).toBe(text);
      }),
    );
  });
});

describe('several secrets', () => {
  it('are named after the longest value at a place', () => {
    expect(given('abcd', 'xabcdy').redact('xabcdy abcd')).toBe('[secret S1] [secret S0]');
  });

  it('leave nothing of two that overlap', () => {
    expect(given('wxab', 'abcdefgh').redact('-wxabcdefgh-')).toBe('-[secret S1]-');
  });

  it('include one that is part of another', () => {
    const names = given('abcd', 'xabcdy')
      .carried(['q=xabcdy'])
      .map(({ name }) => name);
    expect(names.sort()).toEqual(['S0', 'S1']);
  });

  it('never appear inside their own marker', () => {
    expect(given('secret').redact('my secret!')).toBe('my [hidden]!');
    expect(given('secret', '[hidden]').redact('my secret!')).toBe('my •••!');
  });

  it('are removed again when markers join into a value', () => {
    const secrets = given(']zzz', 'abcd');
    expect(secrets.redact('abcdzzz')).toBe('[secret S1[secret S0]');
  });
});

describe('JSON', () => {
  it('keeps text without a value to the character', () => {
    const text = '{ "n":1.50e1, "big":12345678901234567890, "n":"\\u0041 sk-1234",\n"t":[true , null]}';
    expect(given('sk-1234').redact(text)).toBe(text.replace('\\u0041 sk-1234', 'A [secret S0]'));
  });

  it('loses a number or key that contains a value', () => {
    expect(given('2345').redact('{"a":123456,"2345":[2345]}')).toBe(
      '{"a":"1[secret S0]6","[secret S0]":["[secret S0]"]}',
    );
  });

  it('stays valid inside JSON as well', () => {
    const inner = JSON.stringify({ pin: 12345, deep: JSON.stringify({ pin: 12345 }) });
    const outer = JSON.parse(given('12345').redact(JSON.stringify({ body: inner }))) as { body: string };
    const body = JSON.parse(outer.body) as { pin: string; deep: string };
    expect(body.pin).toBe('[secret S0]');
    expect(JSON.parse(body.deep)).toEqual({ pin: '[secret S0]' });
  });

  it('keeps nothing of a value that extends over its punctuation', () => {
    expect(given('a":"b').redact('{"a":"b","c":1}')).toBe('""');
  });

  it('loses only the string in which a value is part of an escape', () => {
    expect(given('nice').redact('["\\nice",1]')).toBe('["",1]');
  });

  it('may hold a string of many MB', () => {
    const text = JSON.stringify({ a: 'x\n'.repeat(2_000_000), b: 'sk-1234' });
    expect(given('sk-1234').redact(text)).toBe(text.replace('sk-1234', '[secret S0]'));
  });
});

describe('a config', () => {
  const config: JsonObject = {
    token: 'Bearer ${TOKEN}',
    retries: 3,
    strict: true,
    none: null,
    list: ['${TOKEN}'],
    gone: '${GONE}',
  };
  const secrets = new RunSecrets([secret('TOKEN', 'sk-1234')]);

  it('is expanded at any depth', () => {
    expect(secrets.expand(config)).toEqual({
      ...config,
      token: 'Bearer sk-1234',
      list: ['sk-1234'],
      gone: '',
    });
  });

  it('answers env.get with plain values as text, and with each secret by name', () => {
    expect({ ...secrets.env(config) }).toEqual({
      TOKEN: 'sk-1234',
      token: 'Bearer sk-1234',
      retries: '3',
      strict: 'true',
      gone: '',
    });
    expect(secrets.env({ TOKEN: 'a key of the same name' })['TOKEN']).toBe('sk-1234');
    expect(secrets.env({})['constructor']).toBeUndefined();
  });
});

it('redacts nothing in a run without secrets', () => {
  const secrets = new RunSecrets([]);
  expect(secrets.redact('{"a":1}')).toBe('{"a":1}');
  expect(secrets.carried(['anything', new Uint8Array(3)])).toEqual([]);
});

it('rejects a value too short to hide', () => {
  expect(() => given('abc')).toThrow(/^the secret \w+ is too short to be hidden: it needs \d characters$/);
});
