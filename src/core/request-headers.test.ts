// Request headers typed by a person: what is accepted, and the error for the rest.
import { describe, expect, it } from 'vitest';
import { headerLines, readHeaderLines } from './request-headers.ts';

describe('header lines', () => {
  it('are read one per line, and written back unchanged', () => {
    const text = 'X-Team: docs\ncf-aig-authorization: Bearer ${GATEWAY_KEY}';
    const { headers } = readHeaderLines(`\n  ${text}\n\n`);
    expect(headers).toEqual({ 'X-Team': 'docs', 'cf-aig-authorization': 'Bearer ${GATEWAY_KEY}' });
    expect(headerLines(headers)).toBe(text);
  });

  it('keep colons in the value', () => {
    expect(readHeaderLines('x-origin: http://localhost:80').headers).toEqual({
      'x-origin': 'http://localhost:80',
    });
  });

  it.each([
    ['x-team docs', 'no colon'],
    [': docs', 'no colon'],
    ['x team: docs', 'not a header name'],
    ['Host: other.example', 'Only the browser sets Host'],
    ['Sec-Fetch-Mode: cors', 'Only the browser sets'],
    ['x-team:', 'empty'],
    ['x-team: snow ☃', 'characters that headers can’t have'],
    ['x-api-key: sk-123456', 'as good as a password'],
    ['Authorization: Bearer sk-123456', 'as good as a password'],
    ['x-team: ${not a name}', 'not the name of a secret'],
    ['x-team: a\nX-Team: b', 'twice'],
    [Array.from({ length: 21 }, (_, at) => `x-${at}: 1`).join('\n'), 'at most 20'],
  ])('are rejected: %j', (text, why) => {
    const read = readHeaderLines(text);
    expect(read.headers).toBeUndefined();
    expect(read.problem).toContain(why);
  });
});
