// Source code and configuration: one code fence with its language.
import { CONTENT_TYPES } from '../../core/document.ts';
import type { Extracted } from './extracted.ts';
import { extensionOf } from './kinds.ts';

/** Extensions that differ from the language names of syntax highlighters. */
const LANGUAGES = new Map(
  Object.entries({
    mjs: 'js',
    cjs: 'js',
    mts: 'ts',
    cts: 'ts',
    py: 'python',
    pyi: 'python',
    rb: 'ruby',
    rs: 'rust',
    h: 'c',
    cc: 'cpp',
    cxx: 'cpp',
    hh: 'cpp',
    hpp: 'cpp',
    cs: 'csharp',
    kt: 'kotlin',
    kts: 'kotlin',
    pl: 'perl',
    pm: 'perl',
    jl: 'julia',
    ex: 'elixir',
    exs: 'elixir',
    erl: 'erlang',
    hs: 'haskell',
    ml: 'ocaml',
    fs: 'fsharp',
    clj: 'clojure',
    zsh: 'sh',
    bash: 'sh',
    ps1: 'powershell',
    tf: 'hcl',
    yml: 'yaml',
    cfg: 'ini',
    conf: 'ini',
    mk: 'makefile',
    patch: 'diff',
    xsd: 'xml',
    xsl: 'xml',
  }),
);

/** @param name of the file, with its folders: the title is the last part, as programmers expect */
export function extractCode(text: string, name: string): Extracted {
  const extension = extensionOf(name);
  const language = LANGUAGES.get(extension) ?? extension;
  const extracted: Extracted = {
    body: fenced(text, language),
    content_type: CONTENT_TYPES.markdown,
    metadata: { format: 'code', ...(language && { language }) },
  };
  const title = name.split('/').at(-1);
  if (title) extracted.title = title;
  return extracted;
}

/** Wraps text in fences longer than any inside it. */
export function fenced(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/^\n+/, '').trimEnd()}\n${fence}`;
}
