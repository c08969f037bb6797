// Generates the guide's page on `window.perilune` from its types: each call with its comment, an example, and its
// types. `npx vitest run scripts/page-api-page -u` updates the page; without -u, the test compares the two.
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { PAGE_API_EXAMPLES } from './page-api-examples.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const SOURCE = `${root}/src/page-api/page-api-types.ts`;
const EXAMPLES = `${root}/scripts/page-api-examples.virtual.ts`;
/** A type that a union names, in a line of its own. */
const UNITED = /^\s*\| (\w+)$/gm;

const INTRO: Readonly<Record<string, string>> = {
  tools:
    'Everything that the studio does with tools. A failure is data: `{ error: { code, message } }`. Name a tool by its name, as `name@version`, or by the id of a version.',
  bundles: 'Groups of tools with one switch and one namespace. A failure is data, as with `tools`.',
  runs: 'The record of every call. Secrets appear in it by name only.',
  knowledge: 'Documents and search. A failure rejects with an Error that has a `code`.',
  'knowledge.collections': 'Groups of documents of any source. A collection is given by its id or its name.',
  'knowledge.embeddings': 'Semantic search: where embeddings are made, and how many exist.',
  connectors: 'Scripts that bring documents in. Install and remove them with `tools`.',
  feeds: 'Connectors with settings and a schedule.',
  remotes: 'Remote collections that are searched beside the library, or instead of it.',
  servers:
    'MCP servers, with their resources and prompts. A failure is data, as with `tools`. Name a server by its name or its id.',
  secrets: 'Values that tools can use and nobody can read back.',
  storage: 'How much is stored, whether the browser promises to keep it, and how to free space.',
  backup: 'Everything in one file, and back.',
  agent: 'Questions to the agent, as in the chat.',
};

export interface PageApiCall {
  /** For example `tools.list`. */
  name: string;
  signature: string;
  help: string;
}

export class PageApiReader {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;

  constructor() {
    const { config } = ts.readConfigFile(`${root}/tsconfig.base.json`, ts.sys.readFile) as {
      config: { compilerOptions: object };
    };
    const { options } = ts.convertCompilerOptionsFromJson(
      {
        ...config.compilerOptions,
        lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
        types: ['vite/client'],
        noUnusedLocals: false,
      },
      root,
    );
    const host = ts.createCompilerHost(options);
    const { readFile, fileExists } = host;
    host.readFile = (path) => (path === EXAMPLES ? examplesSource() : readFile(path));
    host.fileExists = (path) => path === EXAMPLES || fileExists(path);
    const { getSourceFile } = host;
    host.getSourceFile = (path, ...rest) =>
      path === EXAMPLES
        ? ts.createSourceFile(path, examplesSource(), ts.ScriptTarget.ES2023, true)
        : getSourceFile(path, ...rest);
    this.#program = ts.createProgram({
      rootNames: [SOURCE, `${root}/src/globals.d.ts`, EXAMPLES],
      options,
      host,
    });
    this.#checker = this.#program.getTypeChecker();
  }

  /** The compiler's errors in the examples, in sentences. */
  problems(): string[] {
    const file = this.#program.getSourceFile(EXAMPLES) as ts.SourceFile;
    return [
      ...this.#program.getSyntacticDiagnostics(file),
      ...this.#program.getSemanticDiagnostics(file),
    ].map(
      ({ messageText, start = 0 }) =>
        `${file.text.slice(start, file.text.indexOf('\n', start))}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  }

  calls(): PageApiCall[] {
    return this.#membersOf(this.#pageApi(), '').map(({ name, node }) => ({
      name,
      signature: this.#signatureOf(node),
      help: helpOf(node),
    }));
  }

  /**
   * The types named in signatures, and those they extend or unite by name, as declared. Deeper ones are in the source.
   */
  types(): { name: string; text: string }[] {
    const found = new Map<string, string>();
    for (const { node } of this.#membersOf(this.#pageApi(), '')) {
      if (!ts.isMethodSignature(node)) continue;
      const signature = this.#checker.getSignatureFromDeclaration(node);
      if (!signature) continue;
      for (const parameter of signature.parameters)
        this.#collect(this.#checker.getTypeOfSymbolAtLocation(parameter, node), found, 0);
      this.#collect(signature.getReturnType(), found, 0);
    }
    const signatures = this.calls().map(({ signature }) => signature);
    const isNamedIn = (texts: readonly string[], name: string): boolean =>
      texts.some((text) => new RegExp(`\\b${name}\\b`).test(text));
    const direct = [...found].filter(([name]) => isNamedIn(signatures, name));
    const heads = direct.map(([, text]) => /extends ([^{]*)\{/.exec(text)?.[1] ?? '');
    const united = direct.flatMap(([, text]) => [...text.matchAll(UNITED)].map(([, name = '']) => name));
    return [...found]
      .filter(([name]) => isNamedIn([...signatures, ...heads, ...united], name))
      .map(([name, text]) => ({ name, text }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #pageApi(): ts.InterfaceDeclaration {
    const file = this.#program.getSourceFile(SOURCE) as ts.SourceFile;
    const found = file.statements.find(
      (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === 'PageApi',
    );
    return found as ts.InterfaceDeclaration;
  }

  /** Methods of the interface, of its base types, and of its parts. */
  #membersOf(node: ts.Node, prefix: string): { name: string; node: ts.TypeElement }[] {
    const type = this.#checker.getTypeAtLocation(node);
    return this.#checker.getPropertiesOfType(type).flatMap((symbol) => {
      const declaration = symbol.declarations?.[0] as ts.TypeElement | undefined;
      if (!declaration) return [];
      const name = `${prefix}${symbol.name}`;
      if (ts.isMethodSignature(declaration)) return [{ name, node: declaration }];
      if (!ts.isPropertySignature(declaration) || !declaration.type) return [];
      const inner = this.#checker.getTypeAtLocation(declaration.type);
      const isPart = this.#checker
        .getPropertiesOfType(inner)
        .some((property) =>
          property.declarations?.some((each) => this.#isOurs(each) && ts.isMethodSignature(each)),
        );
      if (isPart && !declaration.type.getText().startsWith('Promise'))
        return this.#membersOf(declaration.type, `${name}.`);
      return [{ name, node: declaration }];
    });
  }

  #signatureOf(node: ts.TypeElement): string {
    if (ts.isPropertySignature(node)) return `: ${node.type?.getText() ?? 'unknown'}`;
    const method = node as ts.MethodSignature;
    const parameters = method.parameters.map((parameter) => {
      const name = `${parameter.name.getText()}${parameter.questionToken ? '?' : ''}`;
      return `${name}: ${this.#typeText(parameter.type)}`;
    });
    return `(${parameters.join(', ')}): ${this.#typeText(method.type)}`;
  }

  /** As written, or as resolved by the compiler if our own types would hide it. */
  #typeText(node: ts.TypeNode | undefined): string {
    if (!node) return 'void';
    const written = node.getText().replaceAll(/\s+/g, ' ');
    if (!/\b(?:Parameters|ReturnType|Awaited|ListFilter|NonNullable)\b/.test(written)) return written;
    return this.#checker
      .typeToString(
        this.#checker.getTypeFromTypeNode(node),
        undefined,
        ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
      )
      .replaceAll(/import\([^)]*\)\./g, '');
  }

  #collect(type: ts.Type, found: Map<string, string>, depth: number): void {
    if (depth > 6) return;
    const symbol = type.aliasSymbol ?? type.getSymbol();
    const declaration = symbol?.declarations?.[0];
    const isNamed =
      declaration && (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration));
    for (const argument of [...(type.aliasTypeArguments ?? []), ...this.#argumentsOf(type)])
      this.#collect(argument, found, depth + 1);
    if (isNamed && this.#isOurs(declaration)) {
      const name = declaration.name.text;
      if (found.has(name) || name.startsWith('Json')) return;
      found.set(name, declarationText(declaration));
      // The compiler flattens a union of unions; the page names them as they are written.
      if (ts.isTypeAliasDeclaration(declaration) && ts.isUnionTypeNode(declaration.type))
        for (const part of declaration.type.types) this.#collectUnion(part, found);
    }
    if (type.isUnionOrIntersection()) {
      for (const part of type.types) this.#collect(part, found, depth + 1);
      return;
    }
    if (!declaration || !this.#isOurs(declaration)) return;
    for (const property of this.#checker.getPropertiesOfType(type))
      if (property.valueDeclaration && this.#isOurs(property.valueDeclaration))
        this.#collect(this.#checker.getTypeOfSymbol(property), found, depth + 1);
  }

  #collectUnion(node: ts.TypeNode, found: Map<string, string>): void {
    if (!ts.isTypeReferenceNode(node)) return;
    const declaration = this.#checker.getSymbolAtLocation(node.typeName)?.declarations?.[0];
    if (!declaration || !ts.isTypeAliasDeclaration(declaration) || !this.#isOurs(declaration)) return;
    if (ts.isUnionTypeNode(declaration.type)) found.set(declaration.name.text, declarationText(declaration));
  }

  #argumentsOf(type: ts.Type): readonly ts.Type[] {
    const isReference = (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference;
    return isReference ? this.#checker.getTypeArguments(type as ts.TypeReference) : [];
  }

  #isOurs(node: ts.Node): boolean {
    return node.getSourceFile().fileName.startsWith(`${root}/src/`);
  }
}

/** Markdown, not yet formatted. */
export function pageApiPage(reader: PageApiReader): string {
  const calls = reader.calls();
  const parts = [...new Set(calls.filter(({ name }) => name.includes('.')).map(({ name }) => partOf(name)))];
  return [
    '# The page API',
    'Scripts on the app’s page, browser extensions and the browser’s console use Perilune through `window.perilune`. It exists as soon as the page’s script has run; each call waits until the app is open. Answers are copies of plain data.',
    'Calls on tools and bundles never reject: a failure is `{ error: { code, message } }`. All other calls reject with an Error that has a `code`, such as `bad_request`, `not_found`, `denied`, `conflict`, `too_large`, `timeout`, `cancelled` or `unavailable`.',
    ...calls.filter(({ name }) => !name.includes('.')).map(callText),
    ...parts.flatMap((part) => [
      `## \`${part}\``,
      INTRO[part] ?? '',
      ...calls.filter(({ name }) => partOf(name) === part && name.includes('.')).map(callText),
    ]),
    '## Types',
    'The types that calls take and give, as the source declares them. `Answer<T>` is `T`, or `{ error: { code, message } }`.',
    `\`\`\`ts\n${reader
      .types()
      .filter(({ name }) => name !== 'Answer')
      .map(({ text }) => text)
      .join('\n\n')}\n\`\`\``,
  ].join('\n\n');
}

function partOf(name: string): string {
  return name.split('.').slice(0, -1).join('.');
}

function callText({ name, signature, help }: PageApiCall): string {
  const example = PAGE_API_EXAMPLES[name];
  return [
    `### \`perilune.${name}\``,
    help,
    `\`\`\`ts\n${name}${signature}\n\`\`\``,
    ...(example ? [`\`\`\`js\n${asScript(example)}\n\`\`\``] : []),
  ]
    .filter((each) => each !== '')
    .join('\n\n');
}

/** The examples are TypeScript, to be checked; readers paste them into a console. */
function asScript(example: string): string {
  return example.replace(/(?<=[\w\])])!(?=[.,;)\]])/g, '');
}

function helpOf(node: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map((comment) => ts.getTextOfJSDocComment(comment.comment) ?? '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function declarationText(node: ts.Node): string {
  const text = node.getText().replace(/^export /, '');
  // A space replaces the line breaks of its first comment, which is shown above the declaration.
  const help = helpOf(node);
  return help === '' ? text : `/** ${help} */\n${text}`;
}

function examplesSource(): string {
  const bodies = Object.values(PAGE_API_EXAMPLES).map((example) => `async () => {\n${example}\n};`);
  return [
    "import type { PageApi } from '../src/page-api/page-api-types.ts';",
    'declare const perilune: PageApi;',
    'declare const file: File; declare const files: File[]; declare const source: string;',
    ...bodies,
    // If the API were typed as any, this directive would be unused, which is an error.
    '// @ts-expect-error -- no such call',
    'async () => perilune.tools.noSuchCall();',
  ].join('\n');
}
