// Vite plugin: translates the interface by the catalogues in src/ui/texts, without calls in the sources.
//
// Once a module of src/ui, src/features or the agent's words is compiled to JavaScript, each text in the catalogues becomes `t("…")`, or
// t`…` with values, and so does markup that contains such texts. The catalogue of a language becomes one file,
// texts/LANGUAGE.json.
import type { Plugin } from 'vite';
import { findTexts, type FoundText } from './find-texts.ts';
import { allMessages, knownTexts, TRANSLATIONS } from './read-catalogues.ts';
import type { Node } from './syntax.ts';

const OF_INTERFACE =
  /\/src\/(?:(?:features|ui)\/(?!texts\/)[^?]*\.(?:svelte|ts)|agent\/(?:setting|result-words|model-notices)\.ts)$/;
const IMPORT = "import { t as $$t } from '/src/ui/texts/texts.ts';\n";
const FILE = /^\/texts\/(\w\w)\.json$/;

export function texts(): Plugin {
  let known: ReadonlySet<string> = new Set();
  return {
    name: 'perilune:texts',
    enforce: 'post',
    buildStart() {
      known = knownTexts();
    },
    transform(code, id) {
      if (process.env['VITEST'] || !OF_INTERFACE.test(id)) return null;
      const changed = withTexts(code, this.parse(code) as unknown as Node, known);
      return changed === code ? null : { code: changed, map: null };
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const language = TRANSLATIONS.find((one) => one === FILE.exec(request.url ?? '')?.[1]);
        if (!language) return next();
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(allMessages(language)));
      });
    },
    generateBundle() {
      for (const language of TRANSLATIONS) {
        const source = JSON.stringify(allMessages(language));
        this.emitFile({ type: 'asset', fileName: `texts/${language}.json`, source });
      }
    },
  };
}

export function withTexts(code: string, program: Node, known: ReadonlySet<string>): string {
  const found = findTexts(program).filter(
    ({ kind, keys }) => kind !== 'translated' && keys.some((key) => known.has(key)),
  );
  if (found.length === 0) return code;
  const edits = found.flatMap(edit).sort((one, other) => other.at - one.at);
  let changed = code;
  for (const { at, text } of edits) changed = changed.slice(0, at) + text + changed.slice(at);
  return IMPORT + changed;
}

interface Edit {
  at: number;
  text: string;
}

/** Only inserts, so nested texts keep their positions. */
function edit({ kind, start, end }: FoundText): Edit[] {
  if (kind === 'template') return [{ at: start, text: '$$t' }];
  return [
    { at: start, text: '$$t(' },
    { at: end, text: ')' },
  ];
}
