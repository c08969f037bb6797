// The parser for type-aware lint: one compiler program for all components. By default, the parser has a program per
// tsconfig, and rebuilds it for each component, whose code is not what is on disk.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript';
import { parser } from 'typescript-eslint';

const root = fileURLToPath(new URL('..', import.meta.url));
const COMPONENT = /\.svelte(\.ts)?$/;
const svelteParser = svelte.configs.recommended.find(({ languageOptions }) => languageOptions?.parser)
  .languageOptions.parser;

/**
 * For type-aware lint of component scripts. Text outside the program (unsaved or being fixed) is parsed
 * with the tsconfigs of `parserOptions.project`, slowly.
 */
export const typedParser = {
  ...parser,
  parseForESLint(code, options) {
    if (!options?.project) return parser.parseForESLint(code, options);
    const program = programOfPage();
    if (program.getSourceFile(options.filePath)?.text !== code) return parser.parseForESLint(code, options);
    return parser.parseForESLint(code, { ...options, project: undefined, programs: [program] });
  },
};

let made;

/** All pages and components. */
function programOfPage() {
  if (made) return made;
  const { fileNames, options } = configOf('tsconfig.json');
  made = programOf(fileNames, options);
  return made;
}

function configOf(name) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} };
  const components = [{ extension: '.svelte', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }];
  return ts.getParsedCommandLineOfConfigFile(
    `${root}${name}`,
    undefined,
    host,
    undefined,
    undefined,
    components,
  );
}

function programOf(rootNames, options) {
  const all = { ...options, allowNonTsExtensions: true };
  const host = ts.createCompilerHost(all, true);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeInfo;
  const { readFile } = host;
  host.readFile = (path) => (COMPONENT.test(path) ? codeOf(path) : readFile(path));
  const program = ts.createProgram({ rootNames, options: all, host });
  // Sets the parents of nodes, which rules need.
  program.getTypeChecker();
  return program;
}

/** The TypeScript that the component parser extracts and passes to the script parser. */
function codeOf(path) {
  const text = readFileSync(path, 'utf8');
  let last = text;
  const recorder = {
    ...parser,
    parseForESLint(code, options) {
      last = code;
      return parser.parseForESLint(code, options);
    },
  };
  try {
    svelteParser.parseForESLint(text, { filePath: path, parser: recorder });
  } catch {
    // Lint itself reports what is wrong.
  }
  return last;
}
