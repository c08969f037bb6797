// Compiles a flow to the Lua script that runs it. A person who turns a flow into a script gets the same one.
import type {
  CallStep,
  ConditionStep,
  FlowSpec,
  ForEachStep,
  ParallelStep,
  Step,
} from '../../core/flow/flow-types.ts';
import { flowFunctions } from './flow-prelude.ts';
import { luaComment, luaField, luaKey, luaString, isLuaName } from '../../lua-language/write-lua.ts';
import { itemName, LuaValues } from './lua-values.ts';

/** Returns the complete script, with `tool = {…}` and `tool.execute`. @param spec from `readFlowSpec` */
export function compileFlow(spec: FlowSpec): string {
  const body = new FlowBody();
  body.sequence(spec.steps, { indent: 2, from: 0, span: 1, inLoop: false });
  const last = spec.steps.at(-1) as Step;
  const result = spec.result === undefined ? stepValue(last) : body.values.value(spec.result, 2);
  body.add(2, `progress(1, "Done")`, `return ${result}`);
  const functions = flowFunctions(body.values.used.add('progress'));
  return [
    luaComment(
      `${spec.name}, made from a flow of steps. Each step calls a tool under that tool's own policy and grants.`,
    ),
    declaration(spec),
    '-- What the steps answered, by their ids, and what went wrong in those that may fail.',
    'local steps, errors = {}, {}\n',
    functions,
    `function tool.execute(params, context)\n${body.text()}end\n`,
  ].join('\n');
}

function declaration({
  name,
  version,
  description,
  tags,
  parameters,
  returns,
  view,
  timeout,
}: FlowSpec): string {
  const values = new LuaValues();
  const fields: [string, Parameters<LuaValues['constant']>[0] | undefined][] = [
    ['name', name],
    ['version', version],
    ['description', description],
    ['tags', tags],
    ['timeout', timeout],
    ['parameters', parameters as never],
    ['returns', returns as never],
    ['view', view],
  ];
  const lines = fields.flatMap(([key, value]) =>
    value === undefined ? [] : [`  ${luaKey(key)} = ${values.constant(value, 2)},\n`],
  );
  return `tool = {\n${lines.join('')}}\n`;
}

/** The position of a list of steps, and its share of the progress. */
interface Place {
  indent: number;
  /** In a loop both are relative to the item's share, which the script keeps in `from` and `span`. */
  from: number;
  span: number;
  inLoop: boolean;
}

class FlowBody {
  readonly values = new LuaValues();
  readonly #lines: string[] = [];

  add(indent: number, ...lines: string[]): void {
    for (const line of lines) this.#lines.push(' '.repeat(indent) + line);
  }

  text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  sequence(steps: Step[], place: Place): void {
    const total = sum(steps.map(weightOf));
    let done = 0;
    for (const [index, step] of steps.entries()) {
      const weight = weightOf(step);
      if (index > 0) this.#lines.push('');
      this.#step(step, {
        ...place,
        from: place.from + (place.span * done) / total,
        span: (place.span * weight) / total,
      });
      done += weight;
    }
  }

  #step(step: Step, place: Place): void {
    const title = step.title ?? titleOf(step);
    const { indent } = place;
    this.add(indent, luaComment(`${step.id}: ${title}`));
    if (step.kind === 'call') return this.#call(step, title, place);
    this.add(indent, `progress(${fromOf(place)}, ${luaString(title)})`);
    if (step.kind === 'condition') this.#condition(step, place);
    else if (step.kind === 'forEach') this.#forEach(step, place);
    else this.#parallel(step, place);
  }

  #call(step: CallStep, title: string, place: Place): void {
    const inner = step.when ? place.indent + 2 : place.indent;
    const way = step.onError === 'continue' ? 'try' : 'call';
    this.values.used.add(way);
    if (step.when) this.add(place.indent, `if ${this.values.condition(step.when, step.id)} then`);
    const given = this.values.value(step.args ?? {}, inner);
    this.add(
      inner,
      `progress(${fromOf(place)}, ${luaString(title)})`,
      `${stepValue(step)} = ${way}(${luaString(step.id)}, ${toolValue(step.tool)}, ${given})`,
    );
    if (!step.when) return;
    this.values.used.add('skip');
    this.add(place.indent, 'else', `  skip(${luaString(step.id)})`, 'end');
  }

  #condition(step: ConditionStep, place: Place): void {
    const { indent } = place;
    const inner = { ...place, indent: indent + 2 };
    const way = (steps: Step[]): void => {
      this.sequence(steps, inner);
      this.add(inner.indent, `${stepValue(step)} = ${stepValue(steps.at(-1) as Step)}`);
    };
    this.add(indent, `if ${this.values.condition(step.if, step.id)} then`);
    way(step.then);
    if (step.else) {
      this.add(indent, 'else');
      way(step.else);
    }
    this.add(indent, 'end');
  }

  #forEach(step: ForEachStep, place: Place): void {
    const { indent } = place;
    this.values.used.add('each').add('or_null');
    const list = this.values.value(step.items, indent);
    const inside = this.values.constant(seenIn(step.steps), indent);
    const { from, span } = place.inLoop
      ? { from: fromOf(place), span: `span * ${short(place.span)}` }
      : { from: short(place.from), span: short(place.span) };
    const variables = `index, ${itemName(step.as)}, from, span`;
    const loop = luaString(step.id);
    this.add(
      indent,
      // The values of the loop are assigned at its end, so no step inside sees them half done.
      'do',
      '  local values = json.array()',
      `  for ${variables} in each(${loop}, ${list}, ${from}, ${span}, ${inside}) do`,
    );
    this.sequence(step.steps, { indent: indent + 4, from: 0, span: 1, inLoop: true });
    const value =
      step.result === undefined
        ? stepValue(step.steps.at(-1) as Step)
        : this.values.value(step.result, indent + 4);
    this.add(
      indent,
      `    values[index] = or_null(${value})`,
      '  end',
      `  ${stepValue(step)} = values`,
      'end',
    );
  }

  #parallel(step: ParallelStep, place: Place): void {
    const { indent } = place;
    this.values.used.add('together');
    this.add(indent, `${stepValue(step)} = together({`);
    const total = sum(step.branches.flat().map(weightOf));
    let done = 0;
    for (const branch of step.branches) {
      const weight = sum(branch.map(weightOf));
      this.add(indent + 2, 'function()');
      this.sequence(branch, {
        ...place,
        indent: indent + 4,
        from: place.from + (place.span * done) / total,
        span: (place.span * weight) / total,
      });
      this.add(indent + 4, `return ${stepValue(branch.at(-1) as Step)}`);
      this.add(indent + 2, 'end,');
      done += weight;
    }
    this.add(indent, '})');
  }
}

function stepValue({ id }: Step): string {
  return `steps${luaField(id)}`;
}

/** `tools.all` is no tool, so a tool of that name is called through it. */
function toolValue(name: string): string {
  if (name === 'all') return '"all"';
  return isLuaName(name) ? `tools.${name}` : `tools[${luaString(name)}]`;
}

function titleOf(step: Step): string {
  switch (step.kind) {
    case 'call':
      return `Call ${step.tool}`;
    case 'condition':
      return 'Choose';
    case 'forEach':
      return `For each ${step.as}`;
    case 'parallel':
      return 'Side by side';
  }
}

/**
 * Returns the steps of a loop whose values belong to an item: all except those of inner loops, which handle their
 * own.
 */
function seenIn(steps: Step[]): string[] {
  return steps.flatMap((step) => [step.id, ...(step.kind === 'forEach' ? [] : seenIn(listsOf(step).flat()))]);
}

function listsOf(step: Step): Step[][] {
  switch (step.kind) {
    case 'call':
      return [];
    case 'condition':
      return [step.then, step.else ?? []];
    case 'forEach':
      return [step.steps];
    case 'parallel':
      return step.branches;
  }
}

/** Returns the number of calls that a step makes, a loop's counted once: its share of the progress. */
function weightOf(step: Step): number {
  const weights = listsOf(step).map((steps) => sum(steps.map(weightOf)));
  return step.kind === 'condition' ? Math.max(...weights) : Math.max(1, sum(weights));
}

function fromOf({ from, inLoop }: Place): string {
  if (!inLoop) return short(from);
  return from === 0 ? 'from' : `from + span * ${short(from)}`;
}

function short(fraction: number): string {
  return String(Number(fraction.toFixed(4)));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
