// `perilune tool pack`: packs the tools of a folder into a bundle file for the app, and prints its SHA-256.
import { Failure } from '../core/errors.ts';
import type { Tool } from '../core/tool.ts';
import { sha256OfBytes } from '../tools/formats/import-limits.ts';
import { writeExport } from '../tools/formats/write-export.ts';
import { WrongUse } from './command-line.ts';
import { GuardedFolder } from './guarded-folder.ts';
import { count, plain, type Output } from './output.ts';
import { installAll, noToolIn, readTools, type Session } from './session.ts';

/** @returns the exit code. @throws Failure when a tool is broken, because its bundle would be useless. */
export async function packTools(
  folder: string,
  out: string | undefined,
  session: Session,
  output: Output,
): Promise<number> {
  const drafts = await readTools(folder);
  if (drafts.length > 1) {
    const names = drafts.map(({ displayName }) => displayName).join(', ');
    throw new WrongUse(`${folder} contains several bundles (${names}); pack the folder of one bundle`);
  }
  const installed = await installAll(session, drafts);
  const broken = installed.find(({ problem }) => problem !== undefined);
  if (broken)
    throw new Failure('bad_request', `${broken.name} is broken: ${broken.problem}. Nothing was packed`);
  const tools = installed.filter((tool): tool is Tool => 'spec' in tool);
  const bundle = session.tools.bundle(tools[0]?.bundle ?? '');
  if (!bundle) throw new Failure('bad_request', noToolIn(folder));
  const { fileName, bytes, notes } = await writeExport('bundle', bundle, tools);
  const file = out ?? fileName;
  GuardedFolder.put(file, bytes);
  const sha256 = await sha256OfBytes(bytes);
  output.line(`${file}: ${count(tools.length, 'tool')}, ${bytes.length} bytes`);
  output.line(`SHA-256 ${sha256}`);
  const said = [...(drafts[0]?.notes ?? []), ...notes];
  for (const note of said) output.line(output.paint('dim', plain(note)));
  output.value({ file, tools: tools.map(({ name }) => name), bytes: bytes.length, sha256, notes: said });
  return 0;
}
