// What an export masks, and what it leaves.
import { describe, expect, it } from 'vitest';
import { maskKeys, maskKeysIn } from './mask-keys.ts';

const KEY = 'sk-proj-4fQ9dZ1mB7xW2kLp8TnV';

describe('a text', () => {
  it.each([
    [`Use ${KEY} here`, 'Use sk-p…[masked] here'],
    ['AKIAIOSFODNN7EXAMPLE', 'AKIA…[masked]'],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a.', 'ghp_…[masked].'],
    ['Authorization: Bearer abc123def456', 'Authorization: Bearer [masked]'],
    ['password = hunter22', 'password = [masked]'],
    ['{"api_key": "q1w2e3r4"}', '{"api_key": "[masked]"}'],
    ['{\\"apiKey\\":\\"q1w2e3r4\\"}', '{\\"apiKey\\":\\"[masked]\\"}'],
    ['postgres://me:s3cret@db/x', 'postgres://me:[masked]@db/x'],
    ['redis://:s3cret99@db', 'redis://:[masked]@db'],
    ['a -----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY----- b', 'a [masked] b'],
    ['-----BEGIN PGP PRIVATE KEY BLOCK-----\nx\n-----END PGP PRIVATE KEY BLOCK-----', '[masked]'],
    ['https://a.example/v1?n=1&api_key=q1w2e3r4', 'https://a.example/v1?n=1&api_key=[masked]'],
    ['{"url":"https://a.example/?token=q1w2e3r4"}', '{"url":"https://a.example/?token=[masked]"}'],
    [`https://a.example/${KEY}/x`, 'https://a.example/sk-p…[masked]/x'],
    ['env: API_KEY=q1w2e3r4', 'env: API_KEY=[masked]'],
    ['//registry.npmjs.org/:_authToken=q1w2e3r4', '//registry.npmjs.org/:_authToken=[masked]'],
    ['password: pa$$w0rd99', 'password: [masked]'],
  ])('%s', (text, masked) => {
    expect(maskKeys(text)).toEqual({ value: masked, count: 1 });
  });

  it.each([
    'The key: see chapter 7 of the manual',
    'report_2026_final_version and keynote-2026-slides.pdf',
    'token: ${API_TOKEN} and $API_TOKEN_2',
    'https://example.com/docs/2026/re-index?page=12',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '0190b7a1-7c1e-7d3a-9f00-1234567890ab',
    're-2026-q3-notes, key-value-v2-store, patch-2026-11-26a, react-18.2.0-beta1',
    'recommendation2026b, research/q3-2026/report.pdf, ASIA2026conference',
    '{"session": 1234567, "sid": -12345.5e3, "key": null}',
  ])('keeps %s', (text) => {
    expect(maskKeys(text)).toEqual({ value: text, count: 0 });
  });

  it('is masked in linear time, and masking twice changes nothing', () => {
    const long = `${'-----BEGIN PRIVATE KEY-----'.repeat(2000)}${'://a:b'.repeat(20_000)}${'key='.repeat(40_000)}`;
    const begun = performance.now();
    maskKeys(long);
    expect(performance.now() - begun).toBeLessThan(5000);
    const once = maskKeys(`${KEY} password: hunter22`).value;
    expect(maskKeys(once)).toEqual({ value: once, count: 0 });
  });
});

it('masks texts of a value wherever they are, and nothing else of it', () => {
  const given = {
    id: 'a1',
    n: 5,
    args: { token: 'abc12345', list: [KEY], name: 'x', none: null, key: '${KEY_1}' },
    headers: { Authorization: 'Bearer q1w2e3r4', Proxy: 'Bearer of news, 12 of them' },
    pairs: [
      { name: 'X-Api-Key', value: 'q1w2e3r4' },
      { name: 'page', value: 'q1w2e3r4' },
    ],
  };
  expect(maskKeysIn(given)).toEqual({
    value: {
      id: 'a1',
      n: 5,
      args: { token: '[masked]', list: ['sk-p…[masked]'], name: 'x', none: null, key: '${KEY_1}' },
      headers: { Authorization: 'Bearer [masked]', Proxy: 'Bearer of news, 12 of them' },
      pairs: [
        { name: 'X-Api-Key', value: '[masked]' },
        { name: 'page', value: 'q1w2e3r4' },
      ],
    },
    count: 4,
  });
});

it('leaves JSON in a text readable as JSON', () => {
  const json = JSON.stringify({ session: 1234567, token: 'q1w2e3r4', at: 'https://a.example/?key=q1w2e3r4' });
  expect(JSON.parse(maskKeys(json).value)).toEqual({
    session: 1234567,
    token: '[masked]',
    at: 'https://a.example/?key=[masked]',
  });
});
