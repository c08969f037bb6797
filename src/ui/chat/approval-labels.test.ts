// The wording of approvals: who asks, for what, where it goes, and which secrets it uses.
import { expect, it } from 'vitest';
import type { Act, Caller } from '../../core/call.ts';
import {
  adviceOn,
  hostOf,
  meansOf,
  originOf,
  reachOf,
  secretsIn,
  titleOf,
  type Words,
} from './approval-labels.ts';

const RUN: Act = { kind: 'run' };
const MODEL: Caller = { kind: 'agent', conversation: 'c', call: '1' };

function send(url: string, body = '', headers = {}): Act & { kind: 'send' } {
  return { kind: 'send', request: { method: 'POST', url, headers, body }, why: 'your documents' };
}

function plain(words: Words): string {
  return words.map((piece) => (typeof piece === 'string' ? piece : `<${piece.name}>`)).join('');
}

it.each<[Caller, string]>([
  [MODEL, 'The model asks to run <echo>'],
  [{ kind: 'user' }, 'You ask to run <echo>'],
  [{ kind: 'page' }, 'A script on this page asks to run <echo>'],
  [
    { kind: 'tool', name: 'weather', depth: 1, first: MODEL },
    '<weather>, which the model called, asks to run <echo>',
  ],
  [
    { kind: 'tool', name: 'weather', depth: 3, first: MODEL },
    '<weather>, which was called on behalf of the model, asks to run <echo>',
  ],
  [
    { kind: 'tool', name: 'weather', depth: 2, first: { kind: 'user' } },
    '<weather>, which was called on your behalf, asks to run <echo>',
  ],
])('names the caller', (caller, words) => {
  expect(plain(titleOf('echo', RUN, caller))).toBe(words);
});

it('names the real host of a request', () => {
  const act = send('https://api.example.com@evil.example:8443/api.example.com?x=1');
  expect(plain(titleOf('echo', act, MODEL))).toBe('<echo> wants to send this to <evil.example:8443>');
  expect(hostOf('https://API.example.com/a')).toBe('api.example.com');
});

it('names the file that is written or deleted', () => {
  expect(plain(titleOf('notes', { kind: 'write', path: 'a/b.txt', text: 'x' }, MODEL))).toBe(
    '<notes> wants to write <a/b.txt>',
  );
  expect(plain(titleOf('notes', { kind: 'delete', path: 'b.txt', text: '' }, MODEL))).toBe(
    '<notes> wants to delete <b.txt>',
  );
});

it("sets a tool's name apart even if it imitates a caller", () => {
  const caller: Caller = { kind: 'tool', name: 'The-model', depth: 1, first: { kind: 'page' } };
  expect(titleOf('echo', RUN, caller)[0]).toEqual({ name: 'The-model' });
  expect(plain(originOf(caller))).toBe('Called by <The-model>, which a script on this page called.');
});

it('names the callers behind an action of a run', () => {
  expect(plain(originOf(MODEL))).toBe('Called by the model.');
  expect(plain(originOf({ kind: 'user' }))).toBe('You started it.');
});

it('states what was read, where a file goes, and what cannot be undone', () => {
  expect(adviceOn(send('https://a.example'))).toBe(
    'It has read your documents; check that this contains nothing you don’t want to share.',
  );
  const barred = 'the secret KEY, which may be sent to a.example only';
  expect(adviceOn({ ...send('https://b.example'), barred } as Act)).toBe(
    `It has read your documents. It can use ${barred}. It may be in here in a form you wouldn’t recognize; check that this contains nothing you don’t want to share.`,
  );
  expect(adviceOn({ kind: 'delete', path: 'a', text: '' })).toContain('can’t undo');
  const hidden = { ...send('https://b.example'), barred: 'the secret K\u202eY' } as Act;
  expect(adviceOn(hidden)).toContain('KU+202EY');
  expect(adviceOn(RUN)).toBe('Arguments, exactly as the tool gets them:');
});

it('states both the call and what it sends, and how long an approval lasts', () => {
  const { request, why } = send('https://a.example/notes');
  const act: Act = { kind: 'run', sends: { request, why } };
  expect(plain(titleOf('notes', act, MODEL))).toBe(
    'The model asks to run <notes> and to send this to <a.example>',
  );
  expect(adviceOn(act)).toBe(adviceOn(send('https://a.example/notes')));
  expect(reachOf(['once', 'chat', 'version'], true).at(-1)).toContain('each request it sends is still shown');
  expect(reachOf(['once'], true)).toEqual([]);
});

it('names the hosts a tool may reach and the secrets it uses', () => {
  expect(plain(meansOf([], []))).toBe('It can’t reach any host. It uses no secrets.');
  expect(plain(meansOf([], [], true))).toBe('It uses no secrets.');
  expect(plain(meansOf(['a.example', 'b.example'], ['A_TOKEN']))).toBe(
    'It may reach <a.example>, <b.example>. It uses the secret <A_TOKEN>.',
  );
  expect(plain(meansOf(['a.example'], ['A', 'B']))).toContain('It uses the secrets <A>, <B>.');
});

it('explains an approval for more than one call, and that it ends when the tool changes', () => {
  expect(reachOf(['once'])).toEqual([]);
  expect(reachOf(['once', 'version'])).toHaveLength(1);
  const [chat, always] = reachOf(['once', 'chat', 'version']);
  expect(chat).toContain('until you reload');
  for (const word of ['this version', 'hosts', 'settings', 'any caller', 'asks again']) {
    expect(always).toContain(word);
  }
});

it("finds the secrets in a request's address, headers and body, each once", () => {
  const { request } = send('https://a.example/?key=%5Bsecret%20IN_URL%5D', '{"t":"[secret IN_BODY]"}', {
    authorization: 'Bearer [secret IN_HEAD]',
    'x-again': '[secret IN_BODY]',
  });
  expect(secretsIn(request)).toEqual(['IN_URL', 'IN_HEAD', 'IN_BODY']);
  expect(secretsIn(send('https://a.example/?a=[secret]', 'no secret').request)).toEqual([]);
});
