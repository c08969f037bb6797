// Actions of a bundle's menu: switch, delete with ten seconds to undo, restore, export.
import type { App } from '../../apps/web/app.ts';
import type { Bundle } from '../../core/bundle.ts';
import { toErrorData } from '../../core/errors.ts';
import { saveFile } from '../components/save-file.ts';
import { errorText } from '../components/error-text.ts';

import { toasts } from '../components/toasts.svelte.ts';

type ToolOperations = Awaited<ReturnType<App['toolParts']['operations']>>;
export type ExportFormat = NonNullable<Parameters<ToolOperations['export']>[1]>;

export const EXPORT_WORDS: { format: ExportFormat; label: string; hint: string }[] = [
  {
    format: 'bundle',
    label: 'Bundle (ZIP)',
    hint: 'Everything: all versions, files and cases. Best for Perilune.',
  },
  { format: 'json', label: 'JSON', hint: 'Everything in one file that is easy to read and compare.' },
  { format: 'lua', label: 'Lua scripts', hint: 'The newest version of each, with its files.' },
  { format: 'skill', label: 'RustyClaw skill', hint: 'Front matter followed by the script.' },
  { format: 'ctx', label: 'Context Harness, ctx.toml', hint: 'With the scripts it refers to.' },
  {
    format: 'registry',
    label: 'Context Harness, registry folder',
    hint: 'registry.toml and a folder for each tool.',
  },
  { format: 'flexigpt', label: 'FlexiGPT JSON', hint: 'HTTP requests only.' },
];

export async function switchBundle(tools: App['tools'], bundle: Bundle, on: boolean): Promise<void> {
  try {
    await (await tools.edit()).bundles.patch(bundle.id, { enabled: on });
  } catch (error) {
    toasts.problem(
      `Couldn’t switch ${bundle.displayName} ${on ? 'on' : 'off'}: ${toErrorData(error).message}`,
    );
  }
}

/** @returns a sentence when it could not be deleted. */
export async function deleteBundle(
  tools: App['tools'],
  bundle: Bundle,
  withTools: boolean,
): Promise<string | undefined> {
  try {
    await (await tools.edit()).bundles.remove(bundle.id, { withTools });
  } catch (error) {
    return errorText(error);
  }
  toasts.undoable(`Deleted ${bundle.displayName}.`, () => void restoreBundle(tools, bundle));
  return undefined;
}

export async function restoreBundle(tools: App['tools'], bundle: Bundle): Promise<void> {
  try {
    await (await tools.edit()).bundles.restore(bundle.id);
  } catch (error) {
    toasts.problem(`Couldn’t restore ${bundle.displayName}: ${toErrorData(error).message}`);
  }
}

/** @returns the file's hash and notes about the format, or why nothing was saved. Sentences. */
export async function exportBundle(
  app: Pick<App, 'toolParts'>,
  bundle: Bundle,
  format: ExportFormat,
): Promise<{ notes: string[]; fileName: string; sha256: string } | { notes?: undefined; problem: string }> {
  try {
    const file = await (await app.toolParts.operations()).export({ bundle: bundle.id }, format);
    saveFile(file);
    return { notes: file.notes, fileName: file.fileName, sha256: file.sha256 };
  } catch (error) {
    return { problem: errorText(error) };
  }
}
