// The studio's warnings about a tool, for the terminal: what works but surprises, such as a misspelled call.
import type { Finding, FindingCode } from '../core/finding.ts';
import type { Tool } from '../core/tool.ts';
import { compile, readData } from '../tools/runnable.ts';
import { validateTool } from '../tools/validate/validate-tool.ts';
import { plain, type Output } from './output.ts';

/** Decided by flags here, or known only to the app that has the other tools. */
const ELSEWHERE: ReadonlySet<FindingCode> = new Set([
  'missing_grant',
  'missing_secret',
  'missing_setting',
  'approve',
  'unknown_tool',
]);

/** @param tool has loaded, so its text is not read a second time in the sandbox. */
export async function warningsOf({ kind, source, files, spec, name }: Tool): Promise<Finding[]> {
  if (kind !== 'lua' && kind !== 'connector' && kind !== 'http' && kind !== 'flow') return [];
  const data = kind === 'http' || kind === 'flow';
  const found = await validateTool(
    { source, kind, files, fileName: data ? `${name}.${kind}.json` : `${name}.lua` },
    {
      compile: async () => [],
      inspect: async () => spec,
      readData,
      toScript: compile,
      knownTools: () => [],
      secretNames: async () => [],
    },
  );
  return found.warnings.filter(({ code }) => !ELSEWHERE.has(code));
}

/** `  line 3: There is no context.serch; did you mean context.search?` */
export function sayWarnings(warnings: readonly Finding[], output: Output): void {
  for (const { file, line, message } of warnings) {
    const place = line === undefined ? '' : `${file?.startsWith('lib/') ? `${file} ` : ''}line ${line}: `;
    output.line(output.paint('yellow', plain(`  ${place}${message}`)));
  }
}
