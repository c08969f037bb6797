// Tools of a large import: listed with method and path, and parsed only when they are looked at.
import { expect, it } from 'vitest';
import type { ToolDraft } from '../../core/tool-draft.ts';
import { Choosable } from './choosable.ts';

const draft = (source: string, kind: ToolDraft['kind'] = 'http'): ToolDraft =>
  ({ kind, fileName: 'api/issues_get.http.json', source, tags: ['Issues'] }) as unknown as ToolDraft;

it('shows method and path as the document writes them', () => {
  const spec = { description: 'Get an issue', request: { url: 'https://api.example/repos/${owner}/${n}' } };
  const one = new Choosable(draft(JSON.stringify(spec)));
  expect([one.name, one.description, one.request]).toEqual([
    'issues_get',
    'Get an issue',
    'GET /repos/{owner}/{n}',
  ]);
  expect(one.text).toBe('issues_get get an issue get /repos/{owner}/{n} issues');
});

it('parses nothing before it is looked at, and no script', () => {
  expect(new Choosable(draft('{')).name).toBe('issues_get');
  expect(new Choosable(draft('return 1', 'lua')).text).toBe('issues_get   issues');
});
