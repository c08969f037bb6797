// Exports tools for Context Harness: `ctx.toml` with a section for each script, and the scripts in folders beside it.
import type { Json, JsonObject } from '../../base/json.ts';
import { list } from './draft.ts';
import { packZip } from './bundle-zip.ts';
import { nothingToExport, putInFolders, ZIP_TYPE, type ExportedFile, type Script } from './export-lua.ts';

/** Fields of a section that describe its script, so config values can't use these names. */
const RESERVED = ['path', 'timeout'];

export async function exportCtx(
  slug: string,
  scripts: readonly Script[],
  notes: string[],
): Promise<ExportedFile> {
  const { stringify } = await import('smol-toml');
  if (scripts.length === 0) throw nothingToExport('ctx.toml', notes);
  const texts = new Map<string, string>();
  const sections = putInFolders(texts, scripts, ({ tool }, path) => {
    const timeout = tool.limits.timeout ?? tool.spec.timeout;
    return { ...tomlConfig(tool.config, tool.name, notes), path, timeout };
  });
  const toml = Object.fromEntries(sections.map(([table, script]) => [table, { script }]));
  texts.set('ctx.toml', `${stringify(toml).trim()}\n`);
  return { fileName: `${slug}-ctx.zip`, bytes: packZip(texts), type: ZIP_TYPE, notes };
}

/** TOML has no null. */
function tomlConfig(config: JsonObject, name: string, notes: string[]): JsonObject {
  const left = Object.keys(config).filter((key) => RESERVED.includes(key) || hasNull(config[key]));
  if (left.length > 0) notes.push(`ctx.toml cannot hold these config values of '${name}': ${list(left)}.`);
  return Object.fromEntries(Object.entries(config).filter(([key]) => !left.includes(key)));
}

function hasNull(value: Json | undefined): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).some(hasNull);
}
