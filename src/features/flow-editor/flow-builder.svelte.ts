// The flow on the bench as the builder shows it: its JSON, what is wrong with it, what the last run told, what is dragged.
import type { App } from '../../apps/web/app.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Schema } from '../../core/schema.ts';
import type { ToolInfo } from '../../core/tool.ts';
import { ToolListState } from '../../ui/studio/tool-list-state.svelte.ts';
import { SCRIPT, type EditorState } from '../../ui/studio/editor-state.svelte.ts';
import { readFlowJson, writeFlowJson } from './flow-json.ts';
import { kindOfStep, STEPS, stepAt, stepName, type Path } from './flow-places.ts';
import { flowProblems, type FlowProblem } from './flow-problems.ts';
import { callStep, movedStep, placeOf, withStep } from './edit-flow.ts';
import { LiveValues, stepCalls } from './live-values.ts';

/** A tool on its way into the flow, a step on its way elsewhere, or a value on its way into an input. */
export type Dragged = { tool: string } | { step: Path } | { value: string };

export class FlowBuilder {
  readonly #bench: EditorState;
  readonly #app: Pick<App, 'tools'>;
  readonly #toolList: ToolListState;
  /** The list that `Add` adds to. */
  target = $state.raw<Path>(STEPS);
  dragged = $state.raw<Dragged>();
  /** What was done, for those who do not see it. */
  said = $state('');
  readonly #read = $derived.by(() => readFlowJson(this.#bench.read(SCRIPT) ?? ''));
  readonly #flow = $derived.by(() => this.#read.flow ?? {});
  readonly #tools = $derived.by(
    () =>
      new Map(
        this.#toolList.list.filter((tool) => tool.kind !== 'connector').map((tool) => [tool.name, tool]),
      ),
  );
  readonly #problems = $derived.by(() => flowProblems(this.#flow, this.#tools));
  readonly #live = $derived.by(() => {
    const run = this.#bench.run;
    return new LiveValues(this.#flow, stepCalls(run?.report), run?.report?.args ?? run?.args ?? {});
  });

  constructor(bench: EditorState, app: Pick<App, 'tools'>) {
    this.#bench = bench;
    this.#app = app;
    this.#toolList = new ToolListState(app.tools);
  }

  get flow(): JsonObject {
    return this.#flow;
  }

  /** Why the text cannot be shown as steps. */
  get unreadable(): string | undefined {
    return this.#read.problem;
  }

  get tools(): ReadonlyMap<string, ToolInfo> {
    return this.#tools;
  }

  get problems(): readonly FlowProblem[] {
    return this.#problems;
  }

  get live(): LiveValues {
    return this.#live;
  }

  /** There is a run to show the values of. */
  get ran(): boolean {
    return this.#bench.run?.report !== undefined;
  }

  /** What a tool says it answers with. */
  returnsOf(step: JsonObject): Schema | undefined {
    return kindOfStep(step) === 'call' ? this.#app.tools.get(String(step['tool']))?.spec.returns : undefined;
  }

  edit(change: (flow: JsonObject) => JsonObject, said = ''): void {
    const next = change(this.#flow);
    if (next === this.#flow) return;
    this.#bench.write(SCRIPT, writeFlowJson(next, this.#bench.read(SCRIPT) ?? ''));
    this.said = said;
  }

  /** @returns where the step is now */
  add(tool: string, list: Path, index: number): Path {
    this.edit((flow) => withStep(flow, list, index, callStep(flow, tool)), `Added ${tool}.`);
    return [...list, index];
  }

  move(from: Path, list: Path, gap: number): Path {
    const step = stepAt(this.#flow, from);
    const moved = movedStep(this.#flow, from, list, gap);
    this.edit(
      () => moved.flow,
      `Moved ${step ? stepName(step) : 'the step'} to position ${placeOf(moved.path).index + 1}.`,
    );
    return moved.path;
  }
}

/** The id of the heading of a step's card, to give it the focus. */
export function cardId(path: Path): string {
  return `step-${path.join('-')}`;
}
