// The conversation in this window: its turns, the running answer, and the events for the page.
import {
  applyEvent,
  textOf,
  type AgentEvent,
  type Citation,
  type EndReason,
  type Part,
} from '../../core/conversation.ts';
import { Failure, toErrorData, type ErrorData } from '../../core/errors.ts';
import type { Emit, ToolOutcome } from '../events.ts';
import type { PendingApproval, SiteChat } from '../site-chat.ts';

/** Characters of an answer. Models' longest answers are a quarter of that; an endless one would fill the page. */
const MOST_CHARACTERS = 200_000;

export type Vote = 'up' | 'down';

export interface Turn {
  readonly question: string;
  parts: Part[];
  /** `search`: not written by a model. Unknown until the answer begins. */
  mode?: 'search' | 'model';
  model?: string;
  /** Why it ended; undefined while it runs. */
  reason?: EndReason;
  vote?: Vote;
}

/** A source of an answer, as the page gets it. */
export interface AnswerCitation {
  number: number;
  title: string;
  /** Relative to the site's root, with the section's fragment. */
  url: string;
}

/** The result of the element's `ask`. */
export interface Answer {
  /** Markdown. Without a model: the quotation from the pages, or nothing. */
  text: string;
  citations: readonly AnswerCitation[];
  reason: EndReason;
}

export interface ShowsTurns {
  /** Adds the reason of a failure, if more is known here. */
  explain(error: ErrorData): Promise<ErrorData>;
  /** Turns were added or removed. */
  changed(): void;
  /** The last turn has grown. @param event the new part. */
  grew(turn: Turn, event: AgentEvent): void;
  /** An approval was added or settled. @param isNew added, and not handled by the page. */
  waits(pending: readonly PendingApproval[], isNew: boolean): void;
}

interface Running {
  turn: Turn;
  stop: AbortController;
  /** The chat has received the question. */
  isAsked: boolean;
}

export class Conversation {
  #turns: Turn[] = [];
  #running: Running | undefined;
  /** Settles when the last answer is complete or stopped. */
  #ended = Promise.resolve();
  readonly #known = new Set<string>();
  readonly #stopListening: () => void;

  constructor(
    readonly chat: SiteChat,
    private readonly emit: Emit,
    private readonly show: ShowsTurns,
  ) {
    this.#stopListening = chat.onPending(() => this.#tellPending());
  }

  get turns(): readonly Turn[] {
    return this.#turns;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** One question at a time: stops a running answer first. Does not reject. */
  async ask(question: string, again = false): Promise<Answer> {
    this.stop();
    if (again) this.#turns.pop();
    const turn: Turn = { question, parts: [] };
    const running: Running = { turn, stop: new AbortController(), isAsked: false };
    this.#running = running;
    this.#turns = [...this.#turns, turn];
    this.show.changed();
    const kind = this.chat.model.kind;
    this.emit('perilune:ask', { question });
    const began = performance.now();
    const before = this.#ended;
    this.#ended = before.then(() => this.#answer(running, again));
    await this.#ended;
    const answer = answerOf(turn);
    const milliseconds = performance.now() - began;
    this.emit('perilune:answer', { question, ...answer, tools: toolsOf(turn), milliseconds, model: kind });
    return answer;
  }

  /** Asks the last question again; its answer is dropped. */
  async again(): Promise<void> {
    const last = this.#turns.at(-1);
    if (last) await this.ask(last.question, true);
  }

  stop(): void {
    const running = this.#running;
    this.#running = undefined;
    running?.stop.abort();
    // Still waiting for the previous one to end: it was never sent, so nothing of it is kept.
    if (!running || running.isAsked) return;
    running.turn.reason = 'stopped';
    this.#turns = this.#turns.filter((turn) => turn !== running.turn);
    this.show.changed();
  }

  clear(): void {
    this.stop();
    this.#turns = [];
    this.chat.clear();
    this.show.changed();
  }

  /** Only the page is told. A comment may follow the vote. */
  vote(turn: Turn, vote: Vote, comment?: string): void {
    turn.vote = vote;
    const { text } = answerOf(turn);
    this.emit('perilune:feedback', {
      question: turn.question,
      answer: text,
      vote,
      ...(comment !== undefined && { comment }),
    });
  }

  /** Nothing is asked or shown any more. */
  close(): void {
    this.stop();
    this.#stopListening();
    this.chat.close();
  }

  async #answer(running: Running, again: boolean): Promise<void> {
    const { turn, stop } = running;
    if (turn.reason) return;
    running.isAsked = true;
    let length = 0;
    try {
      for await (const event of this.chat.ask(turn.question, { signal: stop.signal, again })) {
        if (event.type === 'error') {
          this.#take(running, { ...event, error: await this.show.explain(event.error) });
          continue;
        }
        this.#take(running, event);
        if (event.type !== 'text' || (length += event.delta.length) <= MOST_CHARACTERS) continue;
        stop.abort();
        throw new Failure('too_large', 'The answer is incomplete. This is its beginning.');
      }
    } catch (error) {
      this.#take(running, { type: 'error', error: toErrorData(error) });
    }
    if (!turn.reason) this.#take(running, { type: 'end', reason: 'failed' });
  }

  #take(running: Running, event: AgentEvent): void {
    const { turn } = running;
    turn.parts = applyEvent(turn.parts, event);
    if (event.type === 'start') {
      turn.mode = event.mode;
      if (event.model !== undefined) turn.model = event.model;
    }
    if (event.type === 'end') {
      turn.reason = event.reason;
      if (this.#running === running) this.#running = undefined;
    }
    if (event.type === 'tool_result') this.#tellTool(event);
    if (this.#turns.includes(turn)) this.show.grew(turn, event);
  }

  #tellPending(): void {
    const { pending } = this.chat;
    let isNew = false;
    for (const { id, tool, args, act, hosts } of pending) {
      if (this.#known.has(id)) continue;
      this.#known.add(id);
      if (this.emit('perilune:approval', { tool, args, act: act.kind, hosts })) isNew = true;
    }
    this.show.waits(pending, isNew);
  }

  #tellTool({ name, report }: AgentEvent & { type: 'tool_result' }): void {
    const from = this.chat.tools().find((tool) => tool.name === name)?.from ?? 'perilune';
    const { milliseconds, outcome } = report;
    this.emit('perilune:tool', { name, from, outcome: outcomeOf(outcome.error?.code), milliseconds });
  }
}

export function answerOf({ parts, reason = 'stopped' }: Turn): Answer {
  const found = sourcesOf(parts);
  const text = textOf(parts) || quoted(parts) || (found[0]?.hit?.snippet ?? '');
  const citations = found.flatMap(({ number, hit }) =>
    hit ? [{ number, title: hit.title ?? hit.source_id, url: hit.source_url ?? hit.source_id }] : [],
  );
  return { text, citations, reason };
}

/** Returns the quotations from the site's pages. */
function quoted(parts: readonly Part[]): string {
  const found = parts.flatMap((part) => (part.type === 'answer' ? part.found : []));
  const blocks = found.flatMap(({ answer, parts: several }) => several?.map((one) => one.answer) ?? [answer]);
  return blocks.flatMap((block) => block?.markdown ?? []).join('\n\n');
}

/** The sources of an answer: those its text cites, or else the search results. Sorted by number, each once. */
export function sourcesOf(parts: readonly Part[]): Citation[] {
  const byNumber = new Map<number, Citation>();
  const cited = parts.flatMap((part) => (part.type === 'citations' ? part.citations : []));
  const found = parts.flatMap((part) => (part.type === 'passages' ? part.hits : []));
  for (const citation of cited) byNumber.set(citation.number, citation);
  if (byNumber.size === 0) {
    found.forEach((hit, index) => byNumber.set(index + 1, { number: index + 1, verified: true, hit }));
  }
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

function toolsOf({ parts }: Turn): string[] {
  return [...new Set(parts.flatMap((part) => (part.type === 'tool' ? [part.name] : [])))];
}

export function outcomeOf(code: string | undefined): ToolOutcome {
  if (code === undefined) return 'done';
  if (code === 'denied') return 'denied';
  return code === 'cancelled' ? 'stopped' : 'failed';
}
