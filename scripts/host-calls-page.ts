// Generates the guide's page on host calls from their single description. `npx vitest run scripts/host-calls-page -u`
// updates the page; without -u, the test compares the two.
import {
  alternativesOf,
  type ApiClass,
  type ApiEntry,
  type ApiField,
} from '../src/lua-language/api-entry.ts';
import { HOST_API, TABLE_HELP } from '../src/lua-language/host-api.ts';
import { HOST_CLASSES } from '../src/lua-language/host-classes.ts';
import { raisesOf, type Raise } from '../src/lua-language/host-errors.ts';
import type { Example } from '../src/ui/studio/gallery/example.ts';

const OURS = HOST_API.filter(({ lua }) => !lua);

/** Markdown, not yet formatted. */
export function hostCallsPage(examples: readonly Example[]): string {
  const tables = [...new Set(OURS.flatMap(({ name }) => (name.includes('.') ? [tableOf(name)] : [])))];
  const alone = OURS.filter(({ name }) => !name.includes('.'));
  return [
    '# Everything a tool can call',
    'This page lists every function that Perilune adds to Lua. An argument with `?` is optional. The arrow `→` names the return value. A failure raises an error that `pcall` can catch. To find the examples, choose **New**, **From an example** in **Studio**, and pick the call under **All calls**.',
    'The code editor shows the same help under **Calls** and when you hover over a name. For your own editor, save the annotations for the Lua language server: choose **Type annotations for your editor** under **Calls**, or run `npx perilune tool annotations`.',
    ...tables.flatMap((table) => [
      `## ${table}`,
      `${TABLE_HELP[table] ?? ''}.${OUTSIDE_NOTE[table] ?? ''}`,
      ...(raisesOf(table).length > 0 ? [`Each call ${raisesText(raisesOf(table)).replace('R', 'r')}`] : []),
      ...OURS.filter(({ name }) => tableOf(name) === table && name !== table).map((entry) =>
        entryText(entry, examples),
      ),
    ]),
    '## Globals',
    ...alone.map((entry) => entryText(entry, examples)),
    '`print(...)` writes to the run log. `require("lib.words")` loads a module: see [tools with several files](05c-tool-modules.md).',
    '## Types',
    ...HOST_CLASSES.map(classText),
  ].join('\n\n');
}

const OUTSIDE_NOTE: Readonly<Record<string, string>> = {
  http: ' A status such as 404 or 500 does not raise an error: check `ok` or `status`. Read more about [network, secrets and files](05b-tool-access.md).',
  tools:
    ' `tools.NAME(arguments)` calls the tool NAME and returns its result. If that tool fails, the call raises its error. Read more about [calling other tools](05c-tool-modules.md).',
};

function tableOf(name: string): string {
  return name.split('.')[0] as string;
}

function entryText(entry: ApiEntry, examples: readonly Example[]): string {
  const { name, params, returns = [], type, help } = entry;
  const gives = params
    ? returns.map(({ type: one, name: called }) => returnText(one, called)).join(', ')
    : typeText(type);
  const shown = params ? `${name}(${params.map(nameText).join(', ')})` : name;
  const told = (params ?? []).filter(({ name: param }) => param !== '...').map(fieldText);
  const known = raisesOf(tableOf(name));
  const raised = raisesOf(name).filter((raise) => !known.includes(raise));
  const lines = [
    ...told,
    ...(raised.length > 0 ? [raisesText(raised)] : []),
    ...examplesText(name, examples),
  ];
  return [
    `### \`${shown}\`${gives === '' ? '' : ` → ${gives}`}\n\n${sentence(help)}`,
    ...(lines.length > 0 ? [lines.map((line) => `- ${line}`).join('\n')] : []),
  ].join('\n\n');
}

function raisesText(raises: readonly Raise[]): string {
  return `Raises when ${raises.map(({ code, when }) => `${when} (\`${code}\`)`).join('; ')}.`;
}

/** Small ones first, since they show the call best; two are enough. */
function examplesText(call: string, examples: readonly Example[]): string[] {
  const small = examples
    .filter(({ calls }) => calls.includes(call))
    .sort((a, b) => Number(a.bundled) - Number(b.bundled));
  const names = small.slice(0, 2).map(({ name }) => `\`${name}\``);
  return names.length === 0 ? [] : [`Example: ${names.join(', ')}.`];
}

function classText({ name, help, fields }: ApiClass): string {
  return [`### ${name}`, `${help}.`, fields.map((field) => `- ${fieldText(field)}`).join('\n')].join('\n\n');
}

function fieldText({ name, type, optional, help }: ApiField): string {
  const what = `\`${name}${optional ? '?' : ''}\` (${typeText(type)})`;
  return help === undefined ? `${what}.` : `${what}: ${sentence(help)}`;
}

function nameText({ name, optional }: ApiField): string {
  return `${name}${optional ? '?' : ''}`;
}

function returnText(type: string, name: string | undefined): string {
  return name === undefined ? typeText(type) : `${name} (${typeText(type)})`;
}

const WORDS: Readonly<Record<string, string>> = {
  any: 'any value',
  userdata: 'a constant',
};

/** A type in words: `string or number`; classes by name. */
function typeText(type = 'any'): string {
  const parts = alternativesOf(type).map((part) => {
    if (WORDS[part] !== undefined) return WORDS[part];
    if (/^".*"$/.test(part)) return `\`${part}\``;
    if (part.endsWith('[]')) return `list of ${part.slice(0, -2)}`;
    if (part.startsWith('table<')) return 'table';
    return part;
  });
  return parts.join(' or ');
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
