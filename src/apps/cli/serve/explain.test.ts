// What the operator of `perilune serve` reads when a call was refused.
import { expect, it } from 'vitest';
import { explained } from './explain.ts';

const HTTP = { asks: false, canAsk: false, isHttp: true };
const MCP = { asks: false, canAsk: false, isHttp: false };
const CALL = "the call of tool 'careful' was not approved";
const WRITE = 'writer:2: fs.write: out.txt: it was not approved';
const REQUEST = 'sender:3: HTTP POST https://a.example failed: it was not approved';

const message = (text: string, asking = MCP): string | undefined =>
  explained(
    { outcome: { error: { code: 'denied', message: text } }, args: {}, logs: [], milliseconds: 0 },
    asking,
  ).outcome.error?.message;

it('names the option that allows a host, in place of the settings of the app', () => {
  expect(
    message("x may not reach a.example; to allow it, add a.example to the hosts in the tool's settings"),
  ).toBe(
    'x may not reach a.example; to allow it, start perilune serve with --allow a.example, or add the host to the tool in perilune.toml',
  );
});

it.each([
  [
    CALL,
    MCP,
    '; to allow it, start perilune serve with --ask, or set policy = "allow" under [tools.careful] in perilune.toml',
  ],
  [
    CALL,
    HTTP,
    '; nobody can be asked over HTTP; to allow it, set policy = "allow" under [tools.careful] in perilune.toml',
  ],
  [
    CALL,
    { ...MCP, asks: true },
    '; this client cannot ask you; to allow it, set policy = "allow" under [tools.careful] in perilune.toml',
  ],
  [WRITE, MCP, '; to allow it, start perilune serve with --ask or --allow-writes'],
  [WRITE, HTTP, '; nobody can be asked over HTTP; to allow it, start perilune serve with --allow-writes'],
  [REQUEST, MCP, '; to allow it, start perilune serve with --ask'],
  [REQUEST, HTTP, '; nobody can be asked over HTTP'],
  [CALL, { asks: true, canAsk: true, isHttp: false }, ''],
])('says what allows a call that was not approved: %s %o', (text, asking, advice) => {
  expect(message(text, asking)).toBe(text + advice);
});
