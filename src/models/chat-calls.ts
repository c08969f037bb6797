// Puts the tool calls of a Chat Completions stream together from their deltas, as servers really send them.
//
// - A call is found by its `index`, or by its id when the server gives no index.
// - Some servers send every parallel call at index 0: a new id with a name begins a new call there.
// - Some send a fresh id, the full name, or both, with every fragment of one call: those are the same call as long
//   as its arguments are not yet complete JSON.
// - Ids may be numbers, empty, missing or used twice; arguments may be missing, empty, or an object.
import { isObject } from '../base/json.ts';
import { uniqueId } from './call-ids.ts';
import type { ModelCall } from './model.ts';

/** `choices[0].delta.tool_calls[]`, of which nothing is sure. */
export interface ToolCallDelta {
  index?: number | null;
  id?: string | number | null;
  function?: { name?: string | null; arguments?: unknown } | null;
  /** What a service wants back with the call: Gemini's signatures. */
  extra_content?: unknown;
}

export type CallChange = { key: string; started?: string; delta: string };

interface Slot {
  key: string;
  index: number | undefined;
  id: string;
  name: string;
  arguments: string;
  extra: object | undefined;
  told: boolean;
}

export class ChatCalls {
  readonly #slots: Slot[] = [];

  /** Takes one delta in. `started` carries the name of a call the first time that it is known. */
  add(delta: ToolCallDelta): CallChange | undefined {
    const index = typeof delta.index === 'number' ? delta.index : undefined;
    const id = delta.id === null || delta.id === undefined ? '' : String(delta.id);
    const given = delta.function?.name;
    const name = typeof given === 'string' ? given : '';
    const fragment = toText(delta.function?.arguments);
    const slot = this.#find(index, id, name, fragment) ?? this.#open(index);
    if (slot.id === '') slot.id = id;
    // Assigned, never appended: servers that repeat the name send all of it.
    if (name !== '') slot.name = name;
    slot.arguments += fragment;
    if (isObject(delta.extra_content)) slot.extra = { ...slot.extra, ...delta.extra_content };
    if (slot.name === '') return undefined;
    if (slot.told) return fragment === '' ? undefined : { key: slot.key, delta: fragment };
    slot.told = true;
    return { key: slot.key, started: slot.name, delta: slot.arguments };
  }

  /** The calls in the order in which they began. One that never got a name is dropped: nobody can answer it. */
  finish(): { key: string; call: ModelCall; extra?: object }[] {
    const used = new Set<string>();
    return this.#slots
      .filter((slot) => slot.name !== '')
      .map((slot, position) => ({
        key: slot.key,
        call: {
          id: uniqueId(slot.id || `call_${position + 1}`, used),
          name: slot.name,
          arguments: slot.arguments.trim() === '' ? '{}' : slot.arguments,
        },
        ...(slot.extra && { extra: slot.extra }),
      }));
  }

  #find(index: number | undefined, id: string, name: string, fragment: string): Slot | undefined {
    const candidates = index === undefined ? this.#slots : this.#slots.filter((slot) => slot.index === index);
    const named = id === '' ? undefined : candidates.findLast((slot) => slot.id === id);
    const slot = named ?? candidates.at(-1);
    if (!slot) return undefined;
    // Without an index, an unknown id with a name is all that tells a new call from the last one.
    if (index === undefined && id !== '' && name !== '' && !named && slot.id !== '') return undefined;
    return begins(slot, id, name, fragment) ? undefined : slot;
  }

  #open(index: number | undefined): Slot {
    const slot: Slot = {
      key: String(this.#slots.length),
      index,
      id: '',
      name: '',
      arguments: '',
      extra: undefined,
      told: false,
    };
    this.#slots.push(slot);
    return slot;
  }
}

/** Whether a delta with this id, name and fragment starts a new call at a place where `slot` already is one. */
function begins(slot: Slot, id: string, name: string, fragment: string): boolean {
  if (name === '' || slot.name === '') return false;
  // Nothing can follow an object that is whole, so this is the next one, even under the same name and id.
  if (/^\s*\{/.test(fragment) && isComplete(slot.arguments)) return true;
  const otherId = id !== '' && slot.id !== '' && id !== slot.id;
  if (name !== slot.name) return otherId || isComplete(slot.arguments);
  return otherId && isComplete(slot.arguments);
}

function isComplete(text: string): boolean {
  // Called with each fragment: what does not end as an object does is not read from its beginning.
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return isObject(value) ? JSON.stringify(value) : '';
}
