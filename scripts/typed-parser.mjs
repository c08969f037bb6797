// The parser of files that lint reads with types: one program of the compiler for all of them. Left to itself the parser
// has a program for each tsconfig, and makes it anew for each component, whose code is not what lies on the disk.
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
 * For files that are linted with types, and for scripts of components. Text that the program does not have (an editor's
 * unsaved file, a file being mended) is read with the tsconfigs of `parserOptions.project`, slowly.
 */
export const typedParser = {
  ...parser,
  parseForESLint(code, options) {
    if (!options?.project) return parser.parseForESLint(code, options);
    const program = programs().find((one) => one.getSourceFile(options.filePath)?.text === code);
    if (!program) return parser.parseForESLint(code, options);
    return parser.parseForESLint(code, { ...options, project: undefined, programs: [program] });
  },
};

let made;

/** Pages, components and tests in one; what runs in workers, and in no page, has a world of its own. */
function programs() {
  if (made) return made;
  const page = configOf('tsconfig.json');
  const worker = configOf('tsconfig.worker.json');
  const node = configOf('tsconfig.node.json');
  const inPage = new Set(page.fileNames);
  const tests = node.fileNames.filter((path) => path.startsWith(`${root.replaceAll('\\', '/')}src/`));
  made = [
    programOf(
      worker.fileNames.filter((path) => !inPage.has(path)),
      worker.options,
    ),
    programOf([...new Set([...page.fileNames, ...tests])], {
      ...node.options,
      types: [...page.options.types, ...node.options.types],
    }),
  ];
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
  // Sets the parents of nodes, which rules follow.
  program.getTypeChecker();
  return program;
}

/** The TypeScript that the parser of components makes of one, as it hands it to the parser of scripts in the end. */
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
    // Lint says itself what is wrong with it.
  }
  return last;
}
