// Offers the chosen tools to the browser's agent, and calls them for it.
//
// - Each call goes through the registry like any other: policy, approval, rate, grants, run record. Its caller is `browser`.
// - Perilune can't know what the agent has read, so each request that would leave needs approval, whatever the policy.
// - A tool that is disabled, removed or no longer chosen is withdrawn immediately.
import type { App } from '../../apps/web/app.ts';
import { argumentsOf, modelContextOf, offerTool, type ModelContext } from '../../core/ports/model-context.ts';
import { Failure } from '../../core/errors.ts';
import { withToldFailures } from '../../core/ports/told-failures.ts';
import { Taint } from '../../core/taint.ts';
import type { ToolInfo } from '../../core/tool.ts';
import { forOutside } from '../../tools/outside-tools.ts';
import { chosenTools, onChosen } from './chosen-tools.ts';

type Offering = Pick<App, 'tools'>;

const READS = new Set(['search', 'get', 'sources']);

/** @param context tests pass their own */
export async function startOffering(app: Offering, context = modelContextOf()): Promise<void> {
  if (context) offerChosen(app, context);
}

/** @returns a function that ends all offers */
export function offerChosen(app: Offering, context: ModelContext): () => void {
  const offered = new Map<string, { info: string; end: () => void }>();
  const update = (): void => {
    const wanted = new Map(offerable(app).map((info) => [info.name, info]));
    for (const [name, { info, end }] of offered) {
      const now = wanted.get(name);
      if (now && described(now) === info) continue;
      end();
      offered.delete(name);
    }
    for (const [name, info] of wanted) {
      if (!offered.has(name))
        offered.set(name, {
          info: described(info),
          end: offerTool(context, withToldFailures(toolOf(app, info))),
        });
    }
  };
  const offs = [app.tools.onChange(update), onChosen(update)];
  update();
  return () => {
    offs.forEach((off) => off());
    offered.forEach(({ end }) => end());
  };
}

function offerable(app: Offering): ToolInfo[] {
  const chosen = chosenTools();
  return forOutside(app.tools.list()).filter(
    ({ id, problem, policy }) => chosen.has(id) && !problem && policy !== 'deny',
  );
}

function described({ id, description, parameters }: ToolInfo): string {
  return JSON.stringify([id, description, parameters]);
}

function toolOf(app: Offering, { id, name, description, parameters, kind }: ToolInfo) {
  return {
    name,
    description: description || name,
    inputSchema: structuredClone(parameters),
    annotations: { readOnlyHint: kind === 'builtin' && READS.has(name), untrustedContentHint: true },
    async execute(input: unknown): Promise<unknown> {
      // A browser may hold on to an offer that has ended.
      if (!offerable(app).some((info) => info.id === id && info.name === name))
        throw new Failure('denied', `tool '${name}' is no longer offered`);
      const taint = new Taint();
      taint.add('what the browser’s agent has read');
      const { outcome } = await app.tools.call(name, argumentsOf(input), {
        caller: { kind: 'browser' },
        taint,
      });
      if (outcome.error) throw new Failure(outcome.error.code, outcome.error.message);
      return structuredClone(outcome.result);
    },
  };
}
