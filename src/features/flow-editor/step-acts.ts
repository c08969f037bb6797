// The menu of a step: everything except moving up and down.
import type { Json, JsonObject } from '../../base/json.ts';
import { branchWith, inLoop, placeOf, withValue } from './edit-flow.ts';
import type { FlowBuilder } from './flow-builder.svelte.ts';
import {
  innerLists,
  kindOfStep,
  listAt,
  samePath,
  stepAt,
  stepName,
  STEPS,
  type Path,
} from './flow-places.ts';

interface Act {
  label: string;
  hint?: string;
  run: () => unknown;
}

/** @param move moves the step into a list, at a gap */
export function stepActs(
  builder: FlowBuilder,
  path: Path,
  step: JsonObject,
  { rename, move }: { rename: () => void; move: (list: Path, gap: number) => unknown },
): Act[] {
  const kind = kindOfStep(step);
  if (kind === 'unknown') return [];
  const name = stepName(step);
  const put = (key: string, value: Json | undefined): void =>
    builder.edit((flow) => withValue(flow, [...path, key], value));
  return [
    { label: 'Rename', hint: 'References are updated', run: rename },
    ...(kind === 'call' ? callActs(builder, path, step, name, put) : []),
    ...(kind === 'condition'
      ? [
          step['else'] === undefined
            ? { label: 'Add “else”', run: () => put('else', []) }
            : { label: 'Remove “else”', run: () => put('else', undefined) },
        ]
      : []),
    ...(kind === 'parallel'
      ? [
          {
            label: 'Add a branch',
            hint: 'Steps that run in parallel',
            run: () => builder.edit((flow) => branchWith(flow, path), `Added a branch to ${name}.`),
          },
        ]
      : []),
    ...placesBeside(builder.flow, path).map(({ label, list, gap }) => ({
      label,
      run: () => move(list, gap),
    })),
  ];
}

function callActs(
  builder: FlowBuilder,
  path: Path,
  step: JsonObject,
  name: string,
  put: (key: string, value: Json | undefined) => void,
): Act[] {
  return [
    step['when'] === undefined
      ? {
          label: 'Only when …',
          hint: 'Run it only if a condition is met',
          run: () => put('when', { value: '', is: 'not empty' }),
        }
      : { label: 'Always', hint: 'Remove its condition', run: () => put('when', undefined) },
    step['onError'] === 'continue'
      ? { label: 'Stop when it fails', run: () => put('onError', undefined) }
      : { label: 'Continue when it fails', run: () => put('onError', 'continue') },
    {
      label: 'For each item of a list',
      hint: 'Wrap it in a loop',
      run: () => builder.edit((flow) => inLoop(flow, path), `Wrapped ${name} in a loop.`),
    },
  ];
}

/** Places a step can move to besides up and down: into the step before or after it, and out of its parent. */
export function placesBeside(flow: JsonObject, path: Path): { label: string; list: Path; gap: number }[] {
  const { list, index } = placeOf(path);
  const into = [index - 1, index + 1].flatMap((at) => {
    const beside = stepAt(flow, [...list, at]);
    if (!beside) return [];
    return innerLists(beside).map((inner) => {
      const target = [...list, at, ...inner.at];
      return {
        label: `Move into ${stepName(beside)}, “${inner.words}”`,
        list: target,
        gap: at < index ? listAt(flow, target).length : 0,
      };
    });
  });
  if (samePath(list, STEPS)) return into;
  const outer = pathOfStepAround(flow, list);
  const around = outer && stepAt(flow, outer);
  if (!outer || !around) return into;
  const place = placeOf(outer);
  return [...into, { label: `Move out of ${stepName(around)}`, list: place.list, gap: place.index + 1 }];
}

/** The parent step of a list of steps. */
function pathOfStepAround(flow: JsonObject, list: Path): Path | undefined {
  for (let length = list.length - 1; length > 1; length -= 1) {
    const path = list.slice(0, length);
    const step = stepAt(flow, path);
    if (step && innerLists(step).some(({ at }) => samePath([...path, ...at], list))) return path;
  }
  return undefined;
}
