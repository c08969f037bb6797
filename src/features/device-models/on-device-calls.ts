// Extracts tool calls and thinking from the streaming text of a model without a format for them. Pure.
//
// - It recognises `<tool_call>{…}</tool_call>`, a fenced block of JSON, an answer that is one JSON object, and
//   `<think>…</think>`.
// - It never emits a partial mark or call as text.
// - Text that looks like a call but is none is emitted unchanged.
import { halfMark } from '../../base/half-mark.ts';
import { isObject } from '../../base/json.ts';
import type { ModelEvent } from '../../models/model.ts';

const OPENING = ['<tool_call>', '<think>', '```json', '```tool_call'] as const;
type Opening = (typeof OPENING)[number] | '{';

const CLOSING: Record<Exclude<Opening, '{'>, string> = {
  '<tool_call>': '</tool_call>',
  '<think>': '</think>',
  '```json': '```',
  '```tool_call': '```',
};

interface Call {
  name: string;
  arguments: string;
}

export class CallReader {
  readonly #names: ReadonlySet<string>;
  #held = '';
  #inside: Opening | undefined;
  #calls = 0;
  /** Only whitespace has arrived so far. */
  #isStart = true;

  /** @param names of the given tools; if empty, everything is text */
  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  read(delta: string): ModelEvent[] {
    this.#held += delta;
    const events: ModelEvent[] = [];
    while (this.#step(events));
    return events;
  }

  /** The text has ended: emits what was held back. */
  end(): ModelEvent[] {
    const events = this.read('');
    const held = this.#held;
    this.#held = '';
    if (this.#inside === '<think>') return [...events, ...thought(held)];
    if (this.#inside === undefined) return [...events, ...words(held)];
    // Models forget to close the last call.
    const open = this.#inside;
    this.#inside = undefined;
    return [...events, ...this.#callsIn(open, held, '')];
  }

  #step(events: ModelEvent[]): boolean {
    return this.#inside === undefined ? this.#outside(events) : this.#within(this.#inside, events);
  }

  #outside(events: ModelEvent[]): boolean {
    if (this.#isStart && this.#names.size > 0 && /^\s*\{/.test(this.#held)) {
      this.#inside = '{';
      this.#isStart = false;
      return true;
    }
    const found = this.#openings()
      .map((mark) => ({ mark, at: this.#held.indexOf(mark) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at)[0];
    const upTo = found ? found.at : this.#held.length - this.#halfMark();
    const text = this.#held.slice(0, upTo);
    if (text.trim() !== '') this.#isStart = false;
    // Whitespace before the first call is dropped.
    if (text !== '' && !(this.#isStart && !found)) events.push(...(this.#isStart ? [] : words(text)));
    if (!found) {
      if (!this.#isStart) this.#held = this.#held.slice(upTo);
      return false;
    }
    this.#held = this.#held.slice(upTo + found.mark.length);
    this.#inside = found.mark;
    return true;
  }

  #within(open: Opening, events: ModelEvent[]): boolean {
    if (open === '{') return this.#object(events);
    const close = CLOSING[open];
    const at = this.#held.indexOf(close);
    if (open === '<think>' && at < 0) {
      const upTo = this.#held.length - halfMark(this.#held, [close]);
      events.push(...thought(this.#held.slice(0, upTo)));
      this.#held = this.#held.slice(upTo);
      return false;
    }
    if (at < 0) return false;
    const content = this.#held.slice(0, at);
    this.#held = this.#held.slice(at + close.length);
    this.#inside = undefined;
    if (open === '<think>') {
      events.push(...thought(content));
      this.#held = this.#held.trimStart();
    } else events.push(...this.#callsIn(open, content, close));
    return true;
  }

  /** An answer that begins as an object is held back until the object is complete. */
  #object(events: ModelEvent[]): boolean {
    const end = endOfObject(this.#held);
    if (end === undefined) return false;
    const text = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    this.#inside = undefined;
    events.push(...this.#callsIn('{', text, ''));
    return true;
  }

  #callsIn(open: Opening, content: string, close: string): ModelEvent[] {
    const calls = readCalls(content);
    const isMarked = open === '<tool_call>';
    // A JSON block is a call only if it names a tool.
    if (calls.length === 0 || (!isMarked && !calls.every(({ name }) => this.#names.has(name)))) {
      const broken = isMarked ? brokenCall(content) : undefined;
      if (broken) return this.#told(broken);
      return words(open === '{' ? content : `${open}${content}${close}`);
    }
    return calls.flatMap((call) => this.#told(call));
  }

  #told(call: Call): ModelEvent[] {
    const number = ++this.#calls;
    const key = String(number);
    return [
      { type: 'call_started', key, name: call.name },
      { type: 'call_finished', key, call: { id: `call_${number}`, ...call } },
    ];
  }

  #openings(): readonly (typeof OPENING)[number][] {
    return this.#names.size > 0 ? OPENING : ['<think>'];
  }

  /** Number of characters at the end that may be the start of a mark. */
  #halfMark(): number {
    return halfMark(this.#held, this.#openings());
  }
}

/** Index after the matching closing brace; undefined when it has not arrived. */
function endOfObject(text: string): number | undefined {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (inText) {
      if (sign === '\\') at++;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

/** One call, a list of calls, or several objects in a row. */
function readCalls(content: string): Call[] {
  const whole = parsed(content);
  if (Array.isArray(whole)) {
    const calls = whole.map(toCall);
    return calls.every((call) => call !== undefined) ? calls : [];
  }
  if (whole !== undefined) {
    const call = toCall(whole);
    return call ? [call] : [];
  }
  const calls: Call[] = [];
  let rest = content.trim();
  while (rest !== '') {
    const end = endOfObject(rest);
    const call = end === undefined ? undefined : toCall(parsed(rest.slice(0, end)));
    if (!call) return [];
    calls.push(call);
    rest = rest.slice(end).trim();
  }
  return calls;
}

function toCall(value: unknown): Call | undefined {
  if (!isObject(value)) return undefined;
  const inner = isObject(value['function']) ? value['function'] : value;
  const { name, arguments: args, parameters } = inner;
  if (typeof name !== 'string' || name === '') return undefined;
  const given = args ?? parameters ?? {};
  return { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) };
}

/** A call that names a tool but cannot be parsed: the model gets the error when its arguments are read. */
function brokenCall(content: string): Call | undefined {
  const [, name] = /"name"\s*:\s*"([^"]+)"/.exec(content) ?? [];
  return name === undefined ? undefined : { name, arguments: content.trim() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function words(delta: string): ModelEvent[] {
  return delta === '' ? [] : [{ type: 'text', delta }];
}

function thought(delta: string): ModelEvent[] {
  return delta === '' ? [] : [{ type: 'reasoning', delta }];
}
