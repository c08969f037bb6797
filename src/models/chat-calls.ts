// Assembles the tool calls of a Chat Completions stream from its deltas, with the quirks of real servers.
//
// - A call is matched by its `index`, or by its id if the server sends no index.
// - Some servers send every parallel call at index 0: there a new id with a name begins a new call.
// - Some send a new id, the full name, or both, with every fragment of one call: those are the same call as long as
//   its arguments are not complete JSON.
// - Ids can be numbers, empty, missing or duplicate; arguments can be missing, empty, or an object.
import { isObject } from '../base/json.ts';
import { uniqueId } from './call-ids.ts';
import type { ModelCall } from './model.ts';

/** `choices[0].delta.tool_calls[]`; any field can be missing or of another type. */
export interface ToolCallDelta {
  index?: number | null;
  id?: string | number | null;
  function?: { name?: string | null; arguments?: unknown } | null;
  /** Data that a service wants back with the call, such as Gemini's signatures. */
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

  /** Adds one delta. `started` has the name of a call as soon as it is known. */
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

  /**
   * Returns the calls in order of their beginning. A call that never got a name is dropped, because it can't be
   * answered.
   */
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
    // Without an index, only an unknown id with a name separates a new call from the last one.
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

/** Tells whether a delta with this id, name and fragment starts a new call although `slot` already holds one. */
function begins(slot: Slot, id: string, name: string, fragment: string): boolean {
  if (name === '' || slot.name === '') return false;
  // A complete object can't continue, so this is the next call, even under the same name and id.
  if (/^\s*\{/.test(fragment) && isComplete(slot.arguments)) return true;
  const otherId = id !== '' && slot.id !== '' && id !== slot.id;
  if (name !== slot.name) return otherId || isComplete(slot.arguments);
  return otherId && isComplete(slot.arguments);
}

function isComplete(text: string): boolean {
  // Runs for each fragment, so text without a closing brace is not parsed.
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
