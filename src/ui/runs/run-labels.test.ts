// Labels of runs: the caller, the approval, and the subject and result of a host call.
import { expect, it } from 'vitest';
import { HTTP_STATUS } from '../../core/error-codes.ts';
import type { HostCallRecord } from '../../core/run-record.ts';
import {
  answeredText,
  approvalText,
  callerText,
  callText,
  ERROR_CODES,
  laidOut,
  momentText,
  OUTCOMES,
  subjectOf,
} from './run-labels.ts';

it('has a label for every outcome of a call', () => {
  expect([...ERROR_CODES].sort()).toEqual(Object.keys(HTTP_STATUS).sort());
  expect(new Set(Object.values(OUTCOMES)).size).toBe(Object.keys(OUTCOMES).length);
});

it('names the caller, and the caller of a calling tool', () => {
  expect(callerText({ kind: 'user' })).toBe('You');
  expect(callerText({ kind: 'user', conversation: 'c' })).toBe('A chat');
  const first = { kind: 'agent', conversation: 'c', call: '1' } as const;
  expect(callerText({ kind: 'tool', name: 'weather', depth: 1, first })).toBe('weather, for a chat');
});

it('states the scope of an approval, and whether the user was asked at all', () => {
  expect(approvalText(undefined)).toBeUndefined();
  expect(approvalText({ answer: 'yes', scope: 'once', waited: 1400 })).toBe('For this call, after 1.4 s');
  expect(approvalText({ answer: 'yes', scope: 'version', waited: 0 })).toBe(
    'For every call of this version, given earlier',
  );
  expect(approvalText({ answer: 'no', scope: 'once', waited: 500 })).toBe('Denied after 500 ms');
});

it.each([
  ['{"url":"https://a.example/x","method":"POST"}', 'POST https://a.example/x'],
  ['{"url":"https://a.example/x"}', 'https://a.example/x'],
  ['{"path":"notes/a.txt"}', 'notes/a.txt'],
  ['{"name":"echo","args":{}}', 'echo'],
  ['{"text":"x"}', ''],
  ['[1]', ''],
  ['{"url":"https://a.example/ … cut', ''],
])('states the subject of a host call: %s', (payload, subject) => {
  expect(subjectOf({ payload })).toBe(subject);
});

it('formats JSON and leaves other text unchanged', () => {
  expect(laidOut('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(laidOut('{"a": … cut')).toBe('{"a": … cut');
});

it('states how long a host call took, how much of it was waiting, and its result', () => {
  const call: HostCallRecord = {
    operation: 'fs.write',
    payload: '{}',
    at: 1,
    milliseconds: 4000,
    sent: 2,
    received: 2,
  };
  const error = { code: 'denied', message: 'no' } as const;
  const waits = [
    { at: 2, milliseconds: 1000 },
    { at: 2000, milliseconds: 500 },
  ];
  expect(callText(call)).toBe('took 4 s');
  expect(callText({ ...call, waits })).toBe('took 4 s, 1.5 s of it waiting for approval');
  expect(callText({ ...call, error })).toBe('failed after 4 s');
  expect(callText({ ...call, error, open: true as const })).toBe(
    'not answered when the run ended, after 4 s',
  );
  expect(callText({ operation: 'fs.write', payload: '{}', at: 1 })).toBe('not answered yet');
});

it("shows the time for today's runs, and the date for older ones", () => {
  const now = new Date(2026, 10, 21, 23, 0).getTime();
  expect(momentText(new Date(2026, 10, 21, 9, 5, 7).toISOString(), now)).toBe('09:05:07');
  expect(momentText(new Date(2026, 10, 20, 23, 5, 7).toISOString(), now)).toBe('20 Nov, 23:05');
});

it("shows a host call's response as text, and says when it is binary", () => {
  expect(answeredText(btoa('{"a":1}'))).toBe('{\n  "a": 1\n}');
  expect(answeredText(btoa('\xff\xfe\x00'))).toBe('3 bytes of binary data');
});
