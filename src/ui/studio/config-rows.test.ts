// Config as rows: strings as text, other values as JSON, and keys that a script reads.
import { expect, it } from 'vitest';
import { readRows, rowsOf, wantedRows } from './config-rows.ts';

it('converts to rows and back unchanged', () => {
  const config = { token: '${TOKEN}', pages: 3, tags: ['a'], on: true, nothing: null, digits: '12' };
  expect(readRows(rowsOf(config))).toEqual({ config, problems: {} });
});

it('reports a missing name, a duplicate name and invalid JSON, and keeps the rest', () => {
  const { config, problems } = readRows([
    { key: 'a', text: '1', json: true },
    { key: '', text: 'x', json: false },
    { key: 'a', text: 'y', json: false },
    { key: 'b', text: '{', json: true },
    { key: ' ', text: '', json: false },
  ]);
  expect(config).toEqual({ a: 1 });
  expect(Object.keys(problems)).toEqual(['1', '2', '3']);
});

it('keeps a key that is also a built-in property name', () => {
  const { config } = readRows([{ key: '__proto__', text: 'x', json: false }]);
  expect(Object.keys(config)).toEqual(['__proto__']);
});

it('finds settings a script reads that are missing', () => {
  const source = `local url = context.config.base_url .. context.config.base_url
    local key = env.get("API_TOKEN")
    local user = env.get 'user'
    local there = context.config.known`;
  expect(wantedRows(source, { known: 1 })).toEqual([
    { key: 'base_url', text: '', json: false },
    { key: 'API_TOKEN', text: '${API_TOKEN}', json: false },
    { key: 'user', text: '', json: false },
  ]);
});

it('finds values a request uses that are not arguments', () => {
  const source =
    '{"request":{"url":"https://x.example/${id}?k=${API_KEY}","body":"${request.path} ${user.name}"}}';
  const wanted = wantedRows(source, {}, { request: true, parameters: ['id', 'user'] });
  expect(wanted).toEqual([{ key: 'API_KEY', text: '${API_KEY}', json: false }]);
  expect(wantedRows(source, {})).toEqual([]);
});

it('does not ask for a secret that a value already names', () => {
  const source = 'return env.get("API_TOKEN"), env.get("OTHER")';
  expect(wantedRows(source, { token: 'Bearer ${API_TOKEN}' }).map(({ key }) => key)).toEqual(['OTHER']);
});
