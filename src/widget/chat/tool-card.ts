// A tool call: one line while closed; open, its arguments, log and result.
import { shortened } from '../../base/shortened.ts';
import type { Part } from '../../core/conversation.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { CallReport } from '../../core/tool.ts';
import { make } from '../dom.ts';
import { exactText, visible } from './exact-text.ts';
import { chatIcon } from './icons.ts';
import type { ChatTexts, ToolState } from './text-types.ts';

/** Characters of arguments on the line: what fits next to a name. */
const MOST_ON_LINE = 90;
const MOST_OF_VALUE = 48;

export class ToolCard {
  readonly root = make('details', { class: 'tool', part: 'tool' });
  readonly #name = make('span', { class: 'name' });
  readonly #args = make('span', { class: 'cut' });
  readonly #state = make('span', { class: 'state', part: 'tool-state' });
  readonly #sentence = make('p', { class: 'sentence' });
  readonly #body = make('div', { class: 'inside' });
  #part: (Part & { type: 'tool' }) | undefined;

  constructor(
    private readonly texts: ChatTexts,
    private readonly language: string,
  ) {
    const line = make('summary', {}, chatIcon('unfold'), this.#name, this.#args, this.#state);
    this.root.append(line, this.#body);
    this.root.addEventListener('toggle', () => this.#fill());
  }

  /** @param isOver the answer has ended: a call without a report was cut off. */
  update(part: Part & { type: 'tool' }, isOver: boolean): void {
    this.#part = part;
    const state = stateOf(part, isOver);
    this.#name.replaceChildren(...visible(part.name));
    this.#args.replaceChildren(...visible(shortArguments(part.args)));
    const time = part.report && `${durationOf(part.report.milliseconds, this.language)} · `;
    this.#state.textContent = `${time ?? ''}${this.texts.toolStates[state]}`;
    this.root.dataset['state'] = state;
    const message = part.report?.outcome.error?.message;
    this.#sentence.replaceChildren(...visible(message ?? ''));
    if (message === undefined) this.#sentence.remove();
    else if (!this.#sentence.isConnected) this.root.after(this.#sentence);
    this.#fill();
  }

  remove(): void {
    this.#sentence.remove();
    this.root.remove();
  }

  /** Only open cards are rendered. */
  #fill(): void {
    const part = this.#part;
    if (!part || !this.root.open) {
      this.#body.replaceChildren();
      return;
    }
    const { args, log, result, error, showRest } = this.texts;
    const { report } = part;
    const blocks: [string, string][] = [[args, written(report?.args ?? part.args)]];
    if (report && report.logs.length > 0) blocks.push([log, logOf(report)]);
    if (report?.outcome.error)
      blocks.push([error, `${report.outcome.error.message} (${report.outcome.error.code})`]);
    else if (report) blocks.push([result, written(report.outcome.result ?? null)]);
    this.#body.replaceChildren(...blocks.map(([label, text]) => exactText(label, text, showRest)));
  }
}

export function stateOf({ state, report }: Part & { type: 'tool' }, isOver: boolean): ToolState {
  const code = report?.outcome.error?.code;
  if (code === 'denied') return 'denied';
  if (code === 'cancelled') return 'stopped';
  return isOver && !report ? 'cut' : state;
}

/** `query "back up", limit 3` */
export function shortArguments(args: JsonObject): string {
  const parts = Object.entries(args).map(
    ([name, value]) => `${name} ${shortened(JSON.stringify(value), MOST_OF_VALUE)}`,
  );
  return shortened(parts.join(', '), MOST_ON_LINE);
}

export function durationOf(milliseconds: number, language: string): string {
  const isShort = milliseconds < 1000;
  const unit = isShort ? 'millisecond' : 'second';
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: isShort ? 0 : 1,
  });
  return format.format(isShort ? milliseconds : milliseconds / 1000);
}

function logOf({ logs }: CallReport): string {
  return logs.map(({ level, text }) => (level === 'print' ? text : `${level} ${text}`)).join('\n');
}

function written(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
