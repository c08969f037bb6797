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
    ['a -----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY----- b', 'a [masked] b'],
  ])('%s', (text, masked) => {
    expect(maskKeys(text)).toEqual({ value: masked, count: 1 });
  });

  it.each([
    'The key: see chapter 7 of the manual',
    'report_2026_final_version and keynote-2026-slides.pdf',
    'token: ${API_TOKEN}',
    'https://example.com/docs/2026/re-index?page=12',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '0190b7a1-7c1e-7d3a-9f00-1234567890ab',
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
  };
  expect(maskKeysIn(given)).toEqual({
    value: {
      id: 'a1',
      n: 5,
      args: { token: '[masked]', list: ['sk-p…[masked]'], name: 'x', none: null, key: '${KEY_1}' },
    },
    count: 2,
  });
});
