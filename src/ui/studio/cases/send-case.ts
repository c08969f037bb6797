// Sends a case to another tool: its case file is saved immediately, unless that tool has unsaved changes.
import type { App } from '../../../apps/web/app.ts';
import { Failure } from '../../../core/errors.ts';
import { CASES_FILE, type ToolCase } from '../../../core/tool-case.ts';
import { openBundles } from '../move-tool.ts';
import { EditorState } from '../editor-state.svelte.ts';
import type { Engine } from './cases-bench.svelte.ts';
import { mergeCases } from './merge-cases.ts';

type Tools = Pick<
  App['tools'],
  'list' | 'bundles' | 'get' | 'infoOf' | 'inspect' | 'install' | 'remove' | 'call'
>;

/** Editable tools that support cases, by bundle, except the source. */
export function placesFor(
  tools: Pick<Tools, 'list' | 'bundles'>,
  from: string,
): { id: string; title: string; tools: string[] }[] {
  const all = tools.list({ includeDisabled: true });
  return openBundles(tools.bundles())
    .map(({ id, slug, displayName }) => ({
      id,
      title: displayName,
      tools: all
        .filter((tool) => tool.bundle === slug && tool.kind !== 'builtin' && tool.kind !== 'connector')
        .map(({ name }) => name)
        .filter((name) => name !== from),
    }))
    .filter((place) => place.tools.length > 0);
}

/** @throws Failure `not_found`; `bad_request` when the cases there cannot be read; or the error of saving the tool. */
export async function sendCase(
  tools: Tools,
  engine: Pick<Engine, 'read' | 'write'>,
  testCase: ToolCase,
  to: string,
): Promise<{ saved: boolean; undo: () => Promise<void> }> {
  const target = tools.get(to);
  if (!target) throw new Failure('not_found', `there is no longer a tool called ${to}`);
  const bench = new EditorState(tools, target);
  const before = bench.read(CASES_FILE);
  const write = async (text: string | undefined): Promise<boolean> => {
    const waits = bench.changed;
    const old = bench.read(CASES_FILE);
    const put = (now: string | undefined): void =>
      now === undefined ? bench.remove(CASES_FILE) : bench.write(CASES_FILE, now);
    put(text);
    if (waits) return false;
    if ((await bench.save()) !== undefined) return true;
    const why = bench.problem?.message ?? 'it could not be saved';
    put(old);
    throw new Failure('unavailable', `${to} was not changed: ${why}`);
  };
  const saved = await write(engine.write(mergeCases(engine.read(before ?? ''), [testCase], 'both')));
  return { saved, undo: async () => void (await write(before)) };
}
