// Restores runs, conversations, remote collections, settings and secrets from a backup.
import type { Conversation, Message } from '../../core/conversation.ts';
import { isObject } from '../../base/json.ts';
import type { Remote } from '../../core/remote.ts';
import type { RunSummary } from '../../core/run-record.ts';
import type { RunDetails } from '../database.ts';
import { AUTOMATIONS } from '../automations.ts';
import { PROMPTS } from '../prompts.ts';
import { REGISTRIES } from '../registries.ts';
import type { OpenedSecret } from '../vault.ts';
import { CHOICES } from './collect.ts';
import type { RestoredCollections } from './restore-collections.ts';
import { withRestoredAutomations } from './restore-automations.ts';
import { withRestored } from './restore-prompts.ts';
import { withRestoredRegistries } from './restore-registries.ts';
import { fittingConversation, fittingMessage, isRun } from './record-shapes.ts';
import {
  areTexts,
  broken,
  objectWith,
  verdict,
  type Parts,
  type Restoring,
  type Tally,
} from './restoring.ts';

export async function restoreRuns(restoring: Restoring, parts: Parts, tally: Tally): Promise<void> {
  const [runs, details] = [restoring.tx.objectStore('runs'), restoring.tx.objectStore('run_details')];
  if (restoring.clear) await Promise.all([runs.clear(), details.clear()]);
  let damaged = 0;
  for await (const records of parts) {
    for (const record of records) {
      const line = objectWith(record, 'runs');
      const summary = objectWith(line['summary'], 'runs', 'id', 'startedAt', 'status');
      const more = objectWith(line['details'], 'runs', 'id');
      const fine =
        more.id === summary.id &&
        isObject(summary['tool']) &&
        isObject(summary['caller']) &&
        isObject(more['trace']) &&
        isObject(more['outcome']) &&
        Array.isArray(more['logs']);
      if (!fine) throw broken('runs', summary.id);
      if (!restoring.trust && !isRun(summary, more)) {
        damaged += 1;
        continue;
      }
      if (!verdict(restoring, tally, (await runs.getKey(summary.id)) !== undefined)) continue;
      await Promise.all([
        runs.put(summary as unknown as RunSummary),
        details.put(more as unknown as RunDetails),
      ]);
    }
  }
  if (damaged > 0) restoring.note({ code: 'runs_damaged', count: damaged });
}

export async function restoreConversations(
  restoring: Restoring,
  parts: Parts,
  tally: Tally,
  collections?: Pick<RestoredCollections, 'idOf'>,
): Promise<void> {
  const { tx, clear } = restoring;
  const [conversations, messages] = [tx.objectStore('conversations'), tx.objectStore('messages')];
  if (clear) await Promise.all([conversations.clear(), messages.clear()]);
  let damaged = 0;
  for await (const records of parts) {
    for (const record of records) {
      const line = objectWith(record, 'conversations');
      const conversation = objectWith(
        line['conversation'],
        'conversations',
        ...(['id', 'title', 'createdAt', 'modifiedAt'] as const),
      );
      if (!areTexts(conversation['profileArguments'])) throw broken('conversations', conversation.id);
      const said = Array.isArray(line['messages']) ? (line['messages'] as unknown[]) : [];
      const read = said
        .map((message) => readMessage(message, conversation.id))
        .map((message) => {
          if (restoring.trust) return message;
          const fitting = saidByStranger(message);
          damaged += message.parts.length - fitting.parts.length;
          return fitting;
        });
      const kept = limited(conversation as unknown as Conversation, collections);
      const here = (await conversations.getKey(conversation.id)) !== undefined;
      if (!verdict(restoring, tally, here)) continue;
      const range = IDBKeyRange.bound([conversation.id], [conversation.id, []]);
      for (const key of await messages.index('order').getAllKeys(range)) await messages.delete(key);
      await conversations.put(restoring.trust ? kept : fromStranger(kept));
      // One by one, so that a second message at the same position is rejected.
      for (const message of read) {
        if (await messages.get(message.id)) throw broken('conversations', 'messages');
        await messages.put(message);
      }
    }
  }
  if (damaged > 0) restoring.note({ code: 'parts_damaged', count: damaged });
}

/** The limiting collection has another id here. */
function limited(
  conversation: Conversation,
  collections: Pick<RestoredCollections, 'idOf'> | undefined,
): Conversation {
  const { collection } = conversation;
  if (collection === undefined || !collections) return conversation;
  if (typeof collection !== 'string') throw broken('conversations', conversation.id);
  return { ...conversation, collection: collections.idOf(collection) };
}

/** The model is chosen on this device. */
function fromStranger(conversation: Conversation): Conversation {
  const { model: _, profile: _p, profileArguments: _a, temporary: _t, ...rest } = conversation;
  return fittingConversation(rest);
}

/** No click may repeat an action that an untrusted file wrote. */
function saidByStranger({ byHand: _, ...message }: Message): Message {
  return fittingMessage(message);
}

function readMessage(record: unknown, conversation: string): Message {
  const message = objectWith(record, 'conversations', 'id', 'conversation', 'role', 'createdAt');
  const { parts, seq, role } = message;
  const fine =
    message.conversation === conversation &&
    Number.isSafeInteger(seq) &&
    (role === 'user' || role === 'assistant') &&
    Array.isArray(parts) &&
    parts.every((part) => isObject(part) && typeof part['type'] === 'string');
  if (!fine) throw broken('conversations', 'messages');
  return message as unknown as Message;
}

export async function restoreRemotes(restoring: Restoring, parts: Parts, tally: Tally): Promise<void> {
  const store = restoring.tx.objectStore('remotes');
  if (restoring.clear) await store.clear();
  let off = 0;
  for await (const records of parts) {
    for (const record of records) {
      const read = objectWith(record, 'remotes', 'id', 'name', 'engine', 'url', 'use', 'createdAt');
      const remote = read as unknown as Remote;
      if (!verdict(restoring, tally, (await store.getKey(remote.id)) !== undefined)) continue;
      // A question would go to an address that may come from an attacker.
      if (!restoring.trust && remote.use !== 'off') off += 1;
      await store.put(restoring.trust ? remote : { ...remote, use: 'off' });
    }
  }
  if (off > 0) restoring.note({ code: 'remotes_off' });
}

/** Settings for the choice of models and their rights. */
const OF_MODELS = ['model', 'models', 'fallback', 'codeMode', 'readOnly', 'titles'];

/** Records that are lists, each with its own rules. */
const LISTS: Readonly<
  Record<
    string,
    (restoring: Restoring, tally: Tally, here: unknown, given: unknown) => Record<string, unknown>
  >
> = {
  [PROMPTS]: withRestored,
  [AUTOMATIONS]: withRestoredAutomations,
  [REGISTRIES]: withRestoredRegistries,
};

/** Restores from an untrusted file only settings that send nothing: no address of a model, and no other model. */
export async function restoreSettings(restoring: Restoring, parts: Parts, tally: Tally): Promise<void> {
  const store = restoring.tx.objectStore('settings');
  if (restoring.clear && restoring.trust) for (const key of CHOICES) await store.delete(key);
  for await (const records of parts) {
    for (const record of records) {
      const entry = objectWith(record, 'settings', 'key');
      if (!CHOICES.includes(entry.key) || !isObject(entry['value'])) throw broken('settings', entry.key);
      const here = await store.get(entry.key);
      const restoreList = LISTS[entry.key];
      if (restoreList) {
        const value = restoreList(restoring, tally, here?.value, entry['value']);
        await store.put({ key: entry.key, value });
        continue;
      }
      if (!restoring.trust && entry.key !== 'settings') continue;
      if (!verdict(restoring, tally, here !== undefined)) continue;
      const value: Record<string, unknown> = { ...entry['value'] };
      if (!restoring.trust) {
        for (const name of OF_MODELS) value[name] = isObject(here?.value) ? here.value[name] : undefined;
        restoring.note({ code: 'models_unchanged' });
      }
      await store.put({ key: entry.key, value });
    }
  }
}

/** Reads a secret for the vault to encrypt. A name reserved for the app is restored only from a person's own file. */
export function readSecret(record: unknown, trust: boolean): OpenedSecret | undefined {
  const { name, value, ...rest } = objectWith(record, 'secrets', 'name', 'value');
  const { hosts } = rest;
  const fine =
    hosts === undefined || (Array.isArray(hosts) && hosts.every((host) => typeof host === 'string'));
  if (!fine) throw broken('secrets', 'hosts');
  if (!trust && !name.startsWith('secret:')) return undefined;
  return { name, value, hosts: hosts as string[] | undefined };
}
