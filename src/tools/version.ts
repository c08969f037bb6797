// The version of a script that declares none.
import type { ToolSpec } from '../core/tool.ts';
import { sha256 } from './plain.ts';

/** Derives a version from the text and the files of a script without one, so that a changed script is a newer version. */
export async function versioned(
  spec: ToolSpec,
  source: string,
  files: Readonly<Record<string, string>> = {},
): Promise<ToolSpec> {
  if (spec.version !== '') return spec;
  const text = Object.keys(files).length > 0 ? source + JSON.stringify(files) : source;
  return { ...spec, version: `0-${(await sha256(text)).slice(0, 8)}` };
}
