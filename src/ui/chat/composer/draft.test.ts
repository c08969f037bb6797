// Drafts are stored per conversation, and not at all where nothing may be stored.
import { beforeEach, expect, it, vi } from 'vitest';
import type { Mention } from '../../../core/conversation.ts';
import { Draft } from './draft.svelte.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

const NOTES: Mention = { kind: 'source', id: 'notes', title: 'notes' };

function written(key: string | undefined, text: string, ...mentions: Mention[]): Draft {
  const draft = new Draft();
  draft.open(key);
  draft.text = text;
  mentions.forEach((mention) => draft.mention(mention));
  draft.keep();
  return draft;
}

it('survives a reload, with its mentions', () => {
  written('a', 'half a question', NOTES, NOTES);
  written('b', 'another');
  const draft = new Draft();
  draft.open('a');
  expect(draft.text).toBe('half a question');
  expect(draft.mentions).toEqual([NOTES]);
});

it('continues under the id that a new chat gets', () => {
  const draft = written('new', 'more');
  draft.rename('id');
  expect([...kept.keys()]).toEqual(['perilune:draft:id']);
});

it('leaves nothing behind once it is sent', () => {
  const draft = written('a', 'asked', NOTES);
  draft.clear();
  draft.keep();
  expect(kept.size).toBe(0);
});

it('is not stored without a key: a temporary chat is gone with the page', () => {
  const draft = written('new', 'secret');
  draft.rename(undefined);
  expect(kept.size).toBe(0);
  written(undefined, 'secret');
  expect(kept.size).toBe(0);
});

it('survives full storage, and corrupt data', () => {
  kept.set('perilune:draft:a', '{"text":3');
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => undefined,
  });
  const draft = written('a', 'still here');
  expect(draft.text).toBe('still here');
});
