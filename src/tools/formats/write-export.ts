// The entry point of exports: writes a bundle's tools as one file in the requested format.
import type { Bundle } from '../../core/bundle.ts';
import { Failure } from '../../core/errors.ts';
import type { Tool } from '../../core/tool.ts';
import { withoutTypedSecrets } from '../typed-secrets.ts';
import { writeBundle } from './bundle-zip.ts';
import {
  latestScripts,
  scriptsOf,
  exportLua,
  ZIP_TYPE,
  type ExportedFile,
  type Script,
} from './export-lua.ts';
import { portableOrder } from './portable-tool.ts';

export const EXPORT_FORMATS = ['bundle', 'json', 'lua', 'skill', 'ctx', 'registry', 'flexigpt'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * Writes an export. `bundle` and `json` hold everything and read back as the same tools; for the others, `notes`
 * lists what they can't hold. No secret, policy or grant is written. Config values are, with `${NAME}` in place of a
 * secret, and `notes` names those that look like secrets typed in by hand.
 * @param bundle the whole bundle, or the part of it that a single tool should keep
 * @throws Failure `bad_request` when there is nothing to export or the format is unknown, `too_large`
 */
export async function writeExport(
  format: ExportFormat,
  bundle: Pick<Bundle, 'slug' | 'displayName' | 'description'> & Partial<Bundle>,
  tools: readonly Tool[],
): Promise<ExportedFile> {
  if (!EXPORT_FORMATS.includes(format)) {
    throw new Failure('bad_request', `the format must be one of ${EXPORT_FORMATS.join(', ')}`);
  }
  const notes: string[] = [];
  const builtins = tools.filter(({ kind }) => kind === 'builtin');
  if (builtins.length > 0) notes.push('Built-in tools are part of the program and are not exported.');
  if (portableOrder(tools).length === 0) throw new Failure('bad_request', 'there is no tool to export');
  const { slug } = bundle;
  if (WITH_CONFIG.has(format)) notes.push(...typedSecretNotes(tools));
  if (format === 'bundle') {
    return { fileName: `${slug}.zip`, bytes: await writeBundle(bundle, tools), type: ZIP_TYPE, notes };
  }
  if (format === 'json') {
    const { writeToolsJson } = await import('./tools-json.ts');
    const bytes = new TextEncoder().encode(writeToolsJson(bundle, tools));
    return { fileName: `${slug}.json`, bytes, type: 'application/json', notes };
  }
  if (format === 'flexigpt') {
    return (await import('./export-flexigpt.ts')).exportFlexiGpt(bundle, tools, notes);
  }
  const scripts = await allScripts(tools, notes);
  if (format === 'skill') return (await import('./export-skill.ts')).exportSkill(slug, scripts, notes);
  if (format === 'ctx') return (await import('./export-ctx.ts')).exportCtx(slug, scripts, notes);
  if (format === 'registry')
    return (await import('./export-registry.ts')).exportRegistry(bundle, scripts, notes);
  return exportLua(slug, scripts, notes);
}

const WITH_CONFIG: ReadonlySet<ExportFormat> = new Set(['bundle', 'json', 'ctx']);

function typedSecretNotes(tools: readonly Tool[]): string[] {
  return tools.flatMap(({ name, config }) => {
    const keys: string[] = [];
    withoutTypedSecrets(config, keys);
    if (keys.length === 0) return [];
    return `The file contains ${keys.join(', ')} of '${name}', which look like secrets: save them as secrets and write \${NAME} instead before you share it.`;
  });
}

async function allScripts(tools: readonly Tool[], notes: string[]): Promise<Script[]> {
  const { scriptOf } = await import('../runnable.ts');
  return latestScripts(await scriptsOf(tools, scriptOf, notes), notes);
}
