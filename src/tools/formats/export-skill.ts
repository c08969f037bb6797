// Exports tools as RustyClaw skills: YAML between two lines of dashes, then the script unchanged.
import { packZip } from './bundle-zip.ts';
import { list } from './draft.ts';
import { nothingToExport, ZIP_TYPE, type ExportedFile, type Script } from './export-lua.ts';

export async function exportSkill(
  slug: string,
  all: readonly Script[],
  notes: string[],
): Promise<ExportedFile> {
  const { stringify } = await import('yaml');
  const scripts = all.filter(({ tool }) => tool.kind !== 'connector');
  const connectors = all.filter(({ tool }) => tool.kind === 'connector').map(({ tool }) => tool.name);
  if (connectors.length > 0)
    notes.push(`Connectors cannot be skills and were left out: ${list(connectors)}.`);
  const bare = scripts.filter(({ tool }) => Object.keys(tool.files).length > 0).map(({ tool }) => tool.name);
  if (bare.length > 0)
    notes.push(
      `A skill is one file, so the modules and other files of these tools were left out: ${list(bare)}.`,
    );
  const set = scripts.filter(({ tool }) => Object.keys(tool.config).length > 0).map(({ tool }) => tool.name);
  if (set.length > 0)
    notes.push(`A skill has no config, so the config of these tools was left out: ${list(set)}.`);
  const texts = new Map(
    scripts.map(({ tool, source }): [string, string] => {
      const { description, parameters, timeout, hosts } = tool.spec;
      const head = {
        name: tool.name,
        description,
        parameters,
        runtime: 'lua',
        sandbox: true,
        network: hosts.length > 0,
        // Decisions made here don't carry over: the recipient must be asked.
        policy: 'elevated',
        timeout_secs: Math.max(1, Math.round(timeout)),
      };
      // Where a schema uses one object twice, YAML would write an alias, which isn't read back.
      const yaml = stringify(head, { aliasDuplicateObjects: false });
      return [`${tool.name}.skill`, `---\n${yaml}---\n${source}`];
    }),
  );
  const [only] = texts;
  if (!only) throw nothingToExport('a skill', notes);
  if (texts.size > 1) return { fileName: `${slug}-skills.zip`, bytes: packZip(texts), type: ZIP_TYPE, notes };
  return { fileName: only[0], bytes: new TextEncoder().encode(only[1]), type: 'text/plain', notes };
}
