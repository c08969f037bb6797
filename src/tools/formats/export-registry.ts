// Exports tools as a registry folder of Context Harness: `registry.toml`, and a folder for each tool and connector.
import { namesIn } from '../../core/placeholders.ts';
import type { BundleFace } from './bundle-zip.ts';
import { packZip } from './bundle-zip.ts';
import { list } from './draft.ts';
import { nothingToExport, putInFolders, ZIP_TYPE, type ExportedFile, type Script } from './export-lua.ts';

/** The globals that registries list as host APIs. */
const HOST_APIS = ['http', 'json', 'env', 'log', 'fs', 'base64', 'crypto', 'context', 'sleep'];

export async function exportRegistry(
  { slug, displayName, description }: BundleFace,
  scripts: readonly Script[],
  notes: string[],
): Promise<ExportedFile> {
  const { stringify } = await import('smol-toml');
  if (scripts.length === 0) throw nothingToExport('a registry', notes);
  const texts = new Map<string, string>();
  const entries = putInFolders(texts, scripts, ({ tool, source }, path) => ({
    description: tool.spec.description,
    path,
    tags: tool.tags,
    required_config: [...new Set([...Object.keys(tool.config), ...namesIn(tool.config)])],
    host_apis: HOST_APIS.filter((api) => new RegExp(`\\b${api}\\s*[.(]`).test(source)),
  }));
  const set = scripts.filter(({ tool }) => Object.keys(tool.config).length > 0).map(({ tool }) => tool.name);
  if (set.length > 0)
    notes.push(
      `A registry lists config keys but not values. The values of these tools were left out: ${list(set)}.`,
    );
  const toml = {
    registry: { name: displayName, description },
    ...Object.fromEntries(entries),
  };
  texts.set('registry.toml', `${stringify(toml).trim()}\n`);
  return { fileName: `${slug}-registry.zip`, bytes: packZip(texts), type: ZIP_TYPE, notes };
}
