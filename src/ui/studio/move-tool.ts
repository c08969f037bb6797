// A tool taken from the list: into another bundle, or out of the window as a file. By drag, and from its menu.
import type { App } from '../../apps/web/app.ts';
import type { Bundle } from '../../core/bundle.ts';
import { toErrorData } from '../../core/errors.ts';
import type { ToolInfo } from '../../core/tool.ts';
import { saveFile } from '../components/save-file.ts';
import { sentence } from '../components/sentence.ts';
import { toasts } from '../components/toasts.svelte.ts';

/** What a drag of a tool carries: the name it is called by. */
const TYPE = 'application/x-perilune-tool';

/** Bundles that tools can go to: a person's own, switched on. */
export function openBundles(bundles: readonly Bundle[]): Bundle[] {
  return bundles.filter(({ origin, enabled }) => enabled && origin !== 'builtin' && origin !== 'bundled');
}

/** Whether it can go elsewhere: what comes with the program stays. */
export function isMovable(tool: Pick<ToolInfo, 'bundle'>, bundles: readonly Bundle[]): boolean {
  return openBundles(bundles).some(({ slug }) => slug === tool.bundle);
}

/** Says what was done, with ten seconds to change one's mind. @returns whether it went. */
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
          toasts.problem(`${name} could not be moved back: ${toErrorData(error).message}`),
        );
    });
    return true;
  } catch (error) {
    toasts.problem(sentence(`${name} was not moved: ${toErrorData(error).message}`));
    return false;
  }
}

/** As a bundle file, all versions in it. */
export async function exportTool(app: Pick<App, 'toolParts'>, name: string): Promise<void> {
  try {
    const file = await (await app.toolParts.operations()).export({ tool: name });
    saveFile(file);
    toasts.notice(`Saved ${file.fileName}.`);
  } catch (error) {
    toasts.problem(sentence(`${name} was not saved: ${toErrorData(error).message}`));
  }
}

/** Fills a drag: the tool for bundles on this page, and a file for whatever is outside of the window. */
export function startDrag(event: DragEvent, app: Pick<App, 'tools'>, name: string): void {
  const data = event.dataTransfer;
  if (!data) return;
  data.effectAllowed = 'copyMove';
  data.setData(TYPE, name);
  const tool = app.tools.get(name);
  if (!tool) return;
  data.setData('text/plain', tool.source);
  const fileName = `${tool.name}${tool.kind === 'http' || tool.kind === 'flow' ? `.${tool.kind}.json` : '.lua'}`;
  // Chromium saves what such an address holds wherever the drag ends; a drag must be filled before anything is awaited.
  const url = URL.createObjectURL(new Blob([tool.source], { type: 'text/plain' }));
  data.setData('DownloadURL', `text/plain:${fileName}:${url}`);
  const release = (): void => URL.revokeObjectURL(url);
  event.target?.addEventListener('dragend', () => setTimeout(release, 60_000), { once: true });
}

export function bringsTool(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes(TYPE) ?? false;
}

/** The name of the tool that was dropped. */
export function droppedTool(event: DragEvent): string | undefined {
  return event.dataTransfer?.getData(TYPE) || undefined;
}
