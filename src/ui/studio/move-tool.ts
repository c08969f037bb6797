// Moves a tool to another bundle, or out of the window as a file. By drag, and from its menu.
import type { App } from '../../apps/web/app.ts';
import type { Bundle } from '../../core/bundle.ts';
import { toErrorData } from '../../core/errors.ts';
import type { ToolInfo } from '../../core/tool.ts';
import { saveFile } from '../components/save-file.ts';
import { sentence } from '../components/sentence.ts';
import { toasts } from '../components/toasts.svelte.ts';

/** Data type of a dragged tool: its name. */
const TYPE = 'application/x-perilune-tool';

/** Possible target bundles: the user's own, turned on. */
export function openBundles(bundles: readonly Bundle[]): Bundle[] {
  return bundles.filter(({ origin, enabled }) => enabled && origin !== 'builtin' && origin !== 'bundled');
}

/** Whether it can be moved: bundled tools stay. */
export function isMovable(tool: Pick<ToolInfo, 'bundle'>, bundles: readonly Bundle[]): boolean {
  return openBundles(bundles).some(({ slug }) => slug === tool.bundle);
}

/** Reports the move, with ten seconds to undo. @returns whether it moved. */
export async function moveTool(tools: App['tools'], name: string, to: string): Promise<boolean> {
  const title = (slug: string): string => tools.bundle(slug)?.displayName ?? slug;
  try {
    const editor = await tools.edit();
    const { tool, from } = await editor.move(name, to);
    if (from === to) return true;
    toasts.undoable(`Moved ${name} to ${title(to)}.`, () => {
      editor
        .move(tool.id, from)
        .catch((error: unknown) =>
          toasts.problem(`Couldn’t move ${name} back: ${toErrorData(error).message}`),
        );
    });
    return true;
  } catch (error) {
    toasts.problem(sentence(`${name} was not moved: ${toErrorData(error).message}`));
    return false;
  }
}

/** As a bundle file with all versions. */
export async function exportTool(app: Pick<App, 'toolParts'>, name: string): Promise<void> {
  try {
    const file = await (await app.toolParts.operations()).export({ tool: name });
    saveFile(file);
    toasts.notice(`Saved ${file.fileName}.`);
  } catch (error) {
    toasts.problem(sentence(`${name} was not saved: ${toErrorData(error).message}`));
  }
}

/** Sets a drag's data: the tool for bundles on this page, and a file for targets outside the window. */
export function startDrag(event: DragEvent, app: Pick<App, 'tools'>, name: string): void {
  const data = event.dataTransfer;
  if (!data) return;
  data.effectAllowed = 'copyMove';
  data.setData(TYPE, name);
  const tool = app.tools.get(name);
  if (!tool) return;
  data.setData('text/plain', tool.source);
  const fileName = `${tool.name}${tool.kind === 'http' || tool.kind === 'flow' ? `.${tool.kind}.json` : '.lua'}`;
  // Chromium saves the address's content wherever the drag ends; drag data must be set synchronously.
  const url = URL.createObjectURL(new Blob([tool.source], { type: 'text/plain' }));
  data.setData('DownloadURL', `text/plain:${fileName}:${url}`);
  const release = (): void => URL.revokeObjectURL(url);
  event.target?.addEventListener('dragend', () => setTimeout(release, 60_000), { once: true });
}

export function bringsTool(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes(TYPE) ?? false;
}

/** The dropped tool's name. */
export function droppedTool(event: DragEvent): string | undefined {
  return event.dataTransfer?.getData(TYPE) || undefined;
}
