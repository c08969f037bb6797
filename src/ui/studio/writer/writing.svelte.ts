// A request to the model and its result: a draft of the script and its cases, reviewed as a diff.
import type { App } from '../../../apps/web/app.ts';
import { isAbort } from '../../../core/errors.ts';
import { CASES_FILE, type ToolCase } from '../../../core/tool-case.ts';
import { errorText } from '../../components/error-text.ts';

import { SCRIPT, type EditorState } from '../editor-state.svelte.ts';

type ToolOperations = Awaited<ReturnType<App['toolParts']['operations']>>;
type Writer = Awaited<ReturnType<App['toolParts']['writer']>>;
type Request = Parameters<Writer['write']>[0];
type Written = Extract<Awaited<ReturnType<ReturnType<Writer['write']>['next']>>['value'], { type: 'done' }>;

export type Failing = NonNullable<Request['failure']>;

export class Writing {
  readonly #app: Pick<App, 'toolParts'>;
  readonly #bench: EditorState;
  /** The model's output so far, to show that it is working. */
  #text = $state('');
  #state = $state<'idle' | 'writing' | 'mending'>('idle');
  #draft = $state.raw<Written['tool']>();
  #changes = $state.raw<ReturnType<ToolOperations['compare']>>([]);
  #problem = $state('');
  #controller: AbortController | undefined;

  constructor(app: Pick<App, 'toolParts'>, bench: EditorState) {
    this.#app = app;
    this.#bench = bench;
  }

  get text(): string {
    return this.#text;
  }

  get busy(): boolean {
    return this.#state !== 'idle';
  }

  get mending(): boolean {
    return this.#state === 'mending';
  }

  get draft(): Written['tool'] | undefined {
    return this.#draft;
  }

  get changes(): ReturnType<ToolOperations['compare']> {
    return this.#changes;
  }

  get problem(): string {
    return this.#problem;
  }

  /** @param fresh the script is an unedited template, which the model need not keep. */
  async ask(
    wish: string,
    { failure, fresh = false }: { failure?: Failing; fresh?: boolean } = {},
  ): Promise<void> {
    if (this.busy) return;
    const controller = (this.#controller = new AbortController());
    this.#state = 'writing';
    this.#text = this.#problem = '';
    this.#draft = undefined;
    const cases = readCases(this.#bench.read(CASES_FILE));
    try {
      const writer = await this.#app.toolParts.writer();
      const request = {
        wish,
        ...(!fresh && { source: this.#bench.source, ...(cases && { cases }) }),
        ...(failure && { failure }),
      };
      for await (const event of writer.write(request, controller.signal)) {
        if (event.type === 'text') this.#text += event.delta;
        else if (event.type === 'again') [this.#state, this.#text] = ['mending', ''];
        else await this.#show(event.tool);
      }
    } catch (error) {
      if (!isAbort(error)) this.#problem = errorText(error);
    } finally {
      this.#state = 'idle';
    }
  }

  stop(): void {
    this.#controller?.abort();
  }

  /** Puts the draft in the editor, unsaved: undo and Revert discard it. */
  take(): void {
    if (!this.#draft) return;
    const { source, cases } = this.#draft;
    this.#bench.write(SCRIPT, source);
    if (cases) this.#bench.write(CASES_FILE, textOf(cases));
  }

  async #show(tool: Written['tool']): Promise<void> {
    const { fileName, source } = this.#bench;
    const before = this.#bench.read(CASES_FILE);
    const operations = await this.#app.toolParts.operations();
    const changes = operations.compare(
      { [fileName]: source, ...(tool.cases && before !== undefined && { [CASES_FILE]: before }) },
      { [fileName]: tool.source, ...(tool.cases && { [CASES_FILE]: textOf(tool.cases) }) },
    );
    // Code first, then its tests.
    this.#changes = changes.sort((a, b) => Number(a.path === CASES_FILE) - Number(b.path === CASES_FILE));
    this.#draft = tool;
  }
}

function textOf(cases: readonly ToolCase[]): string {
  return `${JSON.stringify(cases, null, 2)}\n`;
}

/** Undefined when none can be read: the model is then not told of them. */
function readCases(text: string | undefined): ToolCase[] | undefined {
  try {
    const list: unknown = JSON.parse(text ?? '');
    return Array.isArray(list) ? (list as ToolCase[]) : undefined;
  } catch {
    return undefined;
  }
}
