// The current flow as the builder shows it: its JSON, problems, the last run's values, and what is being dragged.
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

/** A tool or step being dragged into a list, or a value being dragged into an input. */
export type Dragged = { tool: string } | { step: Path } | { value: string };

export class FlowBuilder {
  readonly #bench: EditorState;
  readonly #app: Pick<App, 'tools'>;
  readonly #toolList: ToolListState;
  /** The list that `Add` adds to. */
  target = $state.raw<Path>(STEPS);
  dragged = $state.raw<Dragged>();
  /** The last action, announced to screen readers. */
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

  /** Whether there is a run to show values of. */
  get ran(): boolean {
    return this.#bench.run?.report !== undefined;
  }

  /** The tool's declared result. */
  returnsOf(step: JsonObject): Schema | undefined {
    return kindOfStep(step) === 'call' ? this.#app.tools.get(String(step['tool']))?.spec.returns : undefined;
  }

  edit(change: (flow: JsonObject) => JsonObject, said = ''): void {
    const next = change(this.#flow);
    if (next === this.#flow) return;
    this.#bench.write(SCRIPT, writeFlowJson(next, this.#bench.read(SCRIPT) ?? ''));
    this.said = said;
  }

  /** @returns the step's new path */
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

/** The heading id of a step's card, for focus. */
export function cardId(path: Path): string {
  return `step-${path.join('-')}`;
}
