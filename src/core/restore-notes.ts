// What a person should know after restoring a backup: codes with values from the worker, and their sentences.
import type { RestoreReport } from './backup.ts';
import { inEnglish, type Words } from './words.ts';

type PlainCode =
  | ('sync_stopped' | 'tools_ask' | 'tool_config_left_out' | 'server_tools_left_out')
  | (
      | 'servers_off'
      | 'remotes_off'
      | 'automations_off'
      | 'registries_off'
      | 'feed_config_left_out'
      | 'feeds_paused'
    )
  | ('profiles_without_tools' | 'collections_unreviewed' | 'models_unchanged');

type CountCode =
  | ('runs_damaged' | 'parts_damaged' | 'tools_damaged' | 'files_without_tool')
  | ('prompts_left_out' | 'automations_left_out');

export type RestoreNote =
  { code: PlainCode } | { code: CountCode; count: number } | { code: 'servers_unsafe'; names: string[] };

/** The report of the worker. The page API turns its notes into English sentences, the interface into its language. */
export interface NotedReport extends Omit<RestoreReport, 'notes'> {
  notes: RestoreNote[];
}

/** The note as sentences, in English unless `words` translates them. */
export function restoreNoteText(note: RestoreNote, words: Words = inEnglish): string {
  switch (note.code) {
    case 'sync_stopped':
      return words`Sync has stopped on this device to protect the data on your other devices. To continue, open Settings, Sync, disconnect, and join again.`;
    case 'tools_ask':
      return words`Tools ask before each call and have no permissions. Grant permissions again in Tools to those you trust.`;
    case 'tool_config_left_out':
      return words`Tool config that uses secrets was left out. Enter it again where it is needed.`;
    case 'server_tools_left_out':
      return words`Tools of MCP servers return when you switch their servers on.`;
    case 'servers_off':
      return words`Servers are switched off. Check the addresses, then switch them on.`;
    case 'remotes_off':
      return words`Remote knowledge is switched off. Check the addresses, then switch it on.`;
    case 'automations_off':
      return words`Automations are switched off. Check what they do, then switch them on.`;
    case 'registries_off':
      return words`Registries are switched off. Check the addresses, then switch them on.`;
    case 'feed_config_left_out':
      return words`Feed settings that use secrets were left out. Enter them again.`;
    case 'feeds_paused':
      return words`Feeds run only manually. Set their schedules again.`;
    case 'profiles_without_tools':
      return words`Profiles cannot call tools yet. Review them, then choose their tools.`;
    case 'collections_unreviewed':
      return words`Instructions of collections aren’t used yet. Review and save them first.`;
    case 'models_unchanged':
      return words`Model settings were not changed. Set them in Settings.`;
    case 'runs_damaged':
      return note.count === 1
        ? words`One run was left out: the record is damaged.`
        : words`${note.count} runs were left out: their records are damaged.`;
    case 'parts_damaged':
      return note.count === 1
        ? words`One part of a message was left out: Perilune cannot read it.`
        : words`${note.count} parts of messages were left out: Perilune cannot read them.`;
    case 'tools_damaged':
      return note.count === 1
        ? words`A tool was left out, because the record is damaged. Install it again from its source.`
        : words`${note.count} tools were left out, because their records are damaged. Install them again from their sources.`;
    case 'files_without_tool':
      return note.count === 1
        ? words`One file belongs to a tool that is not installed. Restore the tools too.`
        : words`${note.count} files belong to tools that are not installed. Restore the tools too.`;
    case 'prompts_left_out':
      return words`Saved prompts left out: ${note.count}. Their names or texts can’t be used, or there are too many.`;
    case 'automations_left_out':
      return words`Automations left out: ${note.count}. They can’t be used, or there are too many.`;
    case 'servers_unsafe':
      return words`Servers left out, because their addresses are not encrypted: ${note.names.join(', ')}. Add them in Settings, MCP servers, with an https address.`;
  }
}
