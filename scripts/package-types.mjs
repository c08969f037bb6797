// Writes the package's types: declarations of its entries' sources and everything they refer to.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const REFERENCE = /((?:from|import)\s*\(?\s*['"])(\.[^'"]+)\.ts(['"])/g;

/**
 * @param root of the repository, with a trailing slash
 * @param entries paths relative to it
 * @param out folder of the declarations
 * @throws Error when a source does not compile.
 */
export function writeTypes(root, entries, out) {
  const declarationOf = declarations(root, entries);
  const wanted = new Set();
  const want = (path) => {
    if (wanted.has(path)) return;
    wanted.add(path);
    const text = declarationOf(path);
    for (const [, , other] of text.matchAll(REFERENCE)) want(resolve(dirname(path), `${other}.ts`));
    const file = join(out, relative(join(root, 'src'), path)).replace(/\.ts$/, '.d.ts');
    mkdirSync(dirname(file), { recursive: true });
    // With Node's extensions, so that they resolve under every `moduleResolution`.
    writeFileSync(file, text.replace(REFERENCE, '$1$2.js$3'));
  };
  for (const entry of entries) want(join(root, entry));
}

/** @returns a function from a source's absolute path to its declaration. */
function declarations(root, entries) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram({
    rootNames: [...entries, 'src/globals.d.ts'].map((path) => join(root, path)),
    options: {
      ...options,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      // The sources are checked with the rest of the repository.
      noCheck: true,
      // Members for internal use are marked so.
      stripInternal: true,
      types: ['vite/client', 'node'],
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    },
  });
  return (path) => {
    let text;
    const write = (_, written) => void (text = written);
    const { diagnostics } = program.emit(program.getSourceFile(path), write, undefined, true);
    if (text === undefined || diagnostics.length > 0) {
      throw new Error(
        `there is no declaration of ${path}: ${ts.formatDiagnostics(diagnostics, ts.createCompilerHost(options))}`,
      );
    }
    return text;
  };
}
