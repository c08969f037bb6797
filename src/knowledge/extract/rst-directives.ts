// The directives of reStructuredText and Sphinx: which are code, notes, titled blocks or descriptions of objects, and
// their parts.

export interface Directive {
  /** In lower case, without the domain of Sphinx: `py:`. */
  name: string;
  argument: string;
  /** Further signatures below the first one. */
  options: string[];
  body: string[];
}

const DIRECTIVE = /^([A-Za-z][\w:+.-]{0,60})::(?: +(.*)|$)/;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const CODE = words(
  'code-block sourcecode code parsed-literal prompt testcode doctest productionlist math ipython csv-table',
);
const DROPPED = words(
  'include literalinclude contents toctree currentmodule module index highlight meta image raw default-role role sectionauthor moduleauthor codeauthor program tabularcolumns todo todolist graphviz digraph plot click target-notes header footer testsetup testcleanup versions',
);
export const NOTES = words('note warning tip important caution danger hint attention error seealso');
export const TITLED = words(
  'admonition topic sidebar tab group-tab tab-item dropdown details rubric centered table card grid-item-card figure-caption',
);
/** Only their content counts. */
export const PLAIN = words(
  'only tabs tab-set container compound epigraph highlights pull-quote rst-class cssclass glossary hlist figure line-block grid',
);
/** They describe an object even without a text. */
export const OBJECTS = words(
  'function method class data attribute exception property staticmethod classmethod decorator macro type enum struct var option cmdoption describe object',
);
export const VERSIONS: Readonly<Record<string, string>> = {
  versionadded: 'New in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
  versionremoved: 'Removed in version',
};

export function isCode(name: string): boolean {
  return CODE.has(name);
}

/** Documentation taken from code is not in the file. */
export function isDropped(name: string): boolean {
  return DROPPED.has(name) || /^auto[a-z]/.test(name);
}

/** @param rest the indented lines below it, without their indentation */
export function readDirective(first: string, rest: readonly string[]): Directive | undefined {
  const found = DIRECTIVE.exec(first);
  if (!found) return undefined;
  const name = found[1]!.toLowerCase().split(':').at(-1)!;
  const argument = (found[2] ?? '').trim();
  let at = 0;
  const more: string[] = [];
  const hasSignature = argument !== '' && !NOTES.has(name) && !(name in VERSIONS) && !CODE.has(name);
  while (hasSignature && rest[at] && !rest[at]!.startsWith(':')) more.push(rest[at++]!);
  while (/^:[\w-]+:(?: |$)/.test(rest[at] ?? '')) {
    at++;
    while (rest[at]?.startsWith(' ')) at++;
  }
  const isContinued = more.length > 0 && rest[at] === undefined && !argument.endsWith('\\');
  // Without a blank line, what follows is the content.
  return isContinued && !OBJECTS.has(name)
    ? { name, argument, options: [], body: more }
    : { name, argument, options: more, body: rest.slice(at) };
}
