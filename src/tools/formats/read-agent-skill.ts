// Imports Agent Skills: a folder with SKILL.md becomes a tool that returns its instructions, and its other texts on
// request. A model sees the name and description, and loads the rest when it fits.
import { Failure, toErrorData } from '../../core/errors.ts';
import { isObject, type Json } from '../../base/json.ts';
import type { ToolDraft } from '../../core/tool-draft.ts';
import { luaString, luaValue } from '../../lua-language/write-lua.ts';
import { list, toolDraft } from './draft.ts';
import { splitFrontMatter } from './front-matter.ts';
import type { ImportFolder } from './import-folder.ts';
import { baseOf, folderOf, toToolName, within } from './import-path.ts';
import { declarationOf } from './lua-declaration.ts';
import { parseYaml } from './parse-text.ts';

const SKILL_FILE = 'SKILL.md';
/** Scripts that a browser can't run. */
const OTHER_SCRIPT = /\.(py|ipynb|[cm]?[jt]sx?|sh|bash|zsh|fish|ps1|bat|cmd|rb|pl|php|r|go|rs|java|swift)$/i;

export interface SkillText {
  name: string;
  description: string;
  /** Markdown. */
  instructions: string;
}

export function isSkillFile(path: string): boolean {
  return baseOf(path) === SKILL_FILE;
}

/**
 * @param path names the file in messages; the folder in it names a skill without a name
 * @throws Failure `bad_request` that says what the file lacks
 */
export async function readSkillText(path: string, text: string): Promise<SkillText> {
  const parts = splitFrontMatter(text);
  const refuse = (why: string): never => {
    throw new Failure('bad_request', `${path} cannot be imported: ${why}`);
  };
  if (!parts) return refuse('it must begin with its name and description, between two lines of three dashes');
  const head = await fieldsOf(parts.yaml, path);
  const { name = baseOf(folderOf(path)) || 'skill', description } = head;
  const instructions = parts.body.trim();
  if (typeof description !== 'string' || description.trim() === '')
    return refuse("it has no description. Add a line 'description: …' that says when the skill helps");
  if (instructions === '') return refuse('there are no instructions below its front matter');
  return { name: String(name).trim(), description: description.trim(), instructions };
}

/** Many skills have a colon in an unquoted description, which YAML rejects: then each line is a field. */
async function fieldsOf(yaml: string, path: string): Promise<Record<string, unknown>> {
  try {
    const head = await parseYaml(yaml, path);
    return isObject(head) ? head : {};
  } catch (error) {
    const lines = [...yaml.matchAll(/^(name|description):[ \t]*(\S.*)$/gm)];
    if (lines.length === 0) throw error;
    return Object.fromEntries(lines.map(([, key = '', value = '']) => [key, value.trim()]));
  }
}

/** Returns the folders of skills; the innermost first, because a folder inside a skill can be a skill itself. */
export function skillRoots(paths: readonly string[]): string[] {
  return paths
    .filter(isSkillFile)
    .map(folderOf)
    .sort((a, b) => b.length - a.length);
}

/** Takes the files of each skill from the folder, except Lua tools, which stay tools. */
export async function readAgentSkills(folder: ImportFolder): Promise<ToolDraft[]> {
  const drafts: ToolDraft[] = [];
  const files = folder.open().filter(isSkillFile);
  for (const path of files.sort((a, b) => b.length - a.length)) {
    const text = folder.text(path) ?? '';
    // A skill with a runtime is a script.
    if (/^runtime[ \t]*:/m.test(splitFrontMatter(text)?.yaml ?? '')) continue;
    try {
      drafts.push(await readOne(folder, path, text));
    } catch (error) {
      // The other skills of the folder are fine.
      folder.notes.push(`${toErrorData(error).message}.`);
    }
  }
  return drafts.reverse();
}

async function readOne(folder: ImportFolder, path: string, text: string): Promise<ToolDraft> {
  const root = folderOf(path);
  const skill = await readSkillText(root === '' && folder.name ? `${folder.name}/${path}` : path, text);
  const name = toToolName(skill.name);
  if (name !== skill.name) folder.notes.push(`'${skill.name}' is called '${name}' here.`);
  folder.take(path);
  const below = folder.openFiles(root).map((file) => file.path);
  const hasTools = below.some((one) => isTool(folder, one));
  const texts: Record<string, string> = {};
  const scripts: string[] = [];
  const binary: string[] = [];
  for (const one of below) {
    if (/\.lua$/i.test(one) && (hasTools || isTool(folder, one))) continue;
    folder.take(one);
    const its = folder.text(one);
    if (its === undefined) binary.push(within(root, one));
    else if (OTHER_SCRIPT.test(one) || its.startsWith('#!')) scripts.push(within(root, one));
    else texts[within(root, one)] = its;
  }
  if (scripts.length > 0)
    folder.notes.push(`Scripts of '${name}' can't run here and were left out: ${list(scripts)}.`);
  if (binary.length > 0)
    folder.notes.push(`These files of '${name}' are not text and were left out: ${list(binary)}.`);
  const source = scriptOf(name, skill, Object.keys(texts), [...scripts, ...binary]);
  return toolDraft({
    kind: 'lua',
    name,
    source,
    files: { [SKILL_FILE]: skill.instructions, ...texts },
    tags: ['skill'],
  });
}

function isTool(folder: ImportFolder, path: string): boolean {
  return /\.lua$/i.test(path) && declarationOf(folder.text(path) ?? '') !== undefined;
}

function scriptOf(
  name: string,
  { description }: SkillText,
  texts: readonly string[],
  leftOut: readonly string[],
): string {
  const file: Json = {
    type: 'string',
    description:
      'Path of another file of the skill, such as references/forms.md. Without it, the tool returns the instructions',
  };
  const declared: Json = {
    name,
    description: `${description}\nReturns the instructions of this skill. Read them before you begin such a task.`,
    parameters: { type: 'object', properties: texts.length > 0 ? { file } : {} },
  };
  const notes = [
    ...(texts.length > 0 ? [`Other files, through the parameter file: ${texts.join(', ')}`] : []),
    ...(leftOut.length > 0 ? [`Not available here, so work without them: ${leftOut.join(', ')}`] : []),
  ];
  return `-- An Agent Skill: instructions for a model, in ${SKILL_FILE}, and the files that they refer to.
tool = ${luaValue(declared)}

function tool.execute(params)
  if params.file then return fs.read(params.file) end
  return fs.read("${SKILL_FILE}")${notes.map((note) => `\n    .. ${luaString(`\n\n${note}`)}`).join('')}
end
`;
}
