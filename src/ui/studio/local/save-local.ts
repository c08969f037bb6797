// Saves a tool to a file the user chooses, and links the two; other browsers download a copy.
import type { App } from '../../../apps/web/app.ts';
import { toErrorData } from '../../../core/errors.ts';
import type { FileHandle } from '../../../core/local-link.ts';
import { saveFile } from '../../components/save-file.ts';
import { sentence } from '../../components/sentence.ts';
import { toasts } from '../../components/toasts.svelte.ts';
import { isJson } from '../source-text.ts';
import { writeText } from './disk.ts';
import { localLinks } from './local-links.svelte.ts';

const picker = globalThis as { showSaveFilePicker?(options: object): Promise<FileHandle> };

/** @param name the one it is called by */
export async function saveLocal(app: Pick<App, 'tools' | 'toolParts'>, name: string): Promise<void> {
  const tool = app.tools.get(name);
  if (!tool) return;
  const { source, kind } = tool;
  const suggestedName = `${tool.name}${kind === 'http' || kind === 'flow' ? `.${kind}.json` : '.lua'}`;
  try {
    if (!picker.showSaveFilePicker) {
      const type = isJson(source) ? 'application/json' : 'text/plain';
      saveFile({ fileName: suggestedName, bytes: new TextEncoder().encode(source), type });
      toasts.notice(`Saved a copy: ${suggestedName}. This browser cannot keep the two linked.`);
      return;
    }
    const handle = await picker.showSaveFilePicker({ id: 'perilune', suggestedName });
    await writeText(handle, '', source);
    await localLinks.link(app, handle, handle.name, [tool]);
    toasts.notice(`Saved and linked ${handle.name}.`);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toasts.problem(sentence(`${name} was not saved: ${toErrorData(error, 'unavailable').message}`));
  }
}
