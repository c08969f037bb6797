// Notes after restoring a backup: English for scripts, and translated for the interface.
import { expect, it } from 'vitest';
import { allMessages, TRANSLATIONS } from '../../scripts/vite/texts/read-catalogues.ts';
import { Catalogue } from '../ui/texts/catalogue.ts';
import { restoreNoteText, type RestoreNote } from './restore-notes.ts';

const NOTES: Record<RestoreNote['code'], RestoreNote> = {
  sync_stopped: { code: 'sync_stopped' },
  tools_ask: { code: 'tools_ask' },
  tool_config_left_out: { code: 'tool_config_left_out' },
  server_tools_left_out: { code: 'server_tools_left_out' },
  servers_off: { code: 'servers_off' },
  remotes_off: { code: 'remotes_off' },
  automations_off: { code: 'automations_off' },
  registries_off: { code: 'registries_off' },
  feed_config_left_out: { code: 'feed_config_left_out' },
  feeds_paused: { code: 'feeds_paused' },
  profiles_without_tools: { code: 'profiles_without_tools' },
  collections_unreviewed: { code: 'collections_unreviewed' },
  models_unchanged: { code: 'models_unchanged' },
  runs_damaged: { code: 'runs_damaged', count: 2 },
  parts_damaged: { code: 'parts_damaged', count: 3 },
  tools_damaged: { code: 'tools_damaged', count: 4 },
  files_without_tool: { code: 'files_without_tool', count: 5 },
  prompts_left_out: { code: 'prompts_left_out', count: 6 },
  automations_left_out: { code: 'automations_left_out', count: 7 },
  servers_unsafe: { code: 'servers_unsafe', names: ['git', 'wiki'] },
};
const SINGLE: readonly RestoreNote[] = (
  ['runs_damaged', 'parts_damaged', 'tools_damaged', 'files_without_tool'] as const
).map((code) => ({ code, count: 1 }));

it('makes English sentences with the values', () => {
  expect(restoreNoteText(NOTES.files_without_tool)).toBe(
    '5 files belong to tools that are not installed. Restore the tools too.',
  );
  expect(restoreNoteText({ code: 'runs_damaged', count: 1 })).toBe(
    'One run was left out: the record is damaged.',
  );
  expect(restoreNoteText(NOTES.servers_unsafe)).toContain('not encrypted: git, wiki. Add them');
});

it.each(TRANSLATIONS)('has every note in %s', (language) => {
  const catalogue = new Catalogue(language, new Map(Object.entries(allMessages(language))));
  for (const note of [...Object.values(NOTES), ...SINGLE]) {
    const text = restoreNoteText(note, (words, ...values) => catalogue.translate(words, values));
    expect(text, note.code).not.toBe(restoreNoteText(note));
    if ('names' in note) expect(text).toContain('git, wiki');
    if ('count' in note && note.count > 2) expect(text).toContain(String(note.count));
  }
});
