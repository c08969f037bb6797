// Every `import()` in the page goes through src/apps/web/load-part.ts, which tries again under another address.
//
// Vite wraps each of them in a call that loads the part's style sheets first; that function is replaced by ours. Afterwards
// the address inside of the call is made one that can be changed. A part that others import statically gets a file of its
// own that only passes it on: under two addresses the part itself would be there twice, with two states.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const LOADER = fileURLToPath(new URL('../../src/apps/web/load-part.ts', import.meta.url));
const WRAPPER = '\0vite/preload-helper.js';
/** `()=>import("./a.js")` or `async()=>{let{b:c}=await import("./a.js")`, as the build writes them. */
const IMPORT = /(async)?\(\)=>(\{(?:let|const|var)\{[^{}]*\}=await )?import\((["'`])(\.\/[^"'`]+)\3\)/g;
/** Any import of a file beside it. */
const ANY = /\bimport\(\s*(["'`])\.\//g;

/** A file of the build, as far as it is looked at here. */
export interface BuiltChunk {
  fileName: string;
  code: string;
  imports: string[];
  exports: string[];
}

export function lateParts(): Plugin {
  return {
    name: 'perilune:late-parts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      return id === WRAPPER ? `export { loadPart as __vitePreload } from ${JSON.stringify(LOADER)};` : null;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        for (const { fileName, code } of withChangeableAddresses(chunks)) {
          const chunk = chunks.find((one) => one.fileName === fileName);
          if (chunk) chunk.code = code;
          else this.emitFile({ type: 'asset', fileName, source: code });
        }
      },
    },
  };
}

/**
 * @returns the chunks that change, and new files beside them.
 * @throws Error when an import is written in a way that is not known here: it would not be tried again.
 */
export function withChangeableAddresses(chunks: readonly BuiltChunk[]): { fileName: string; code: string }[] {
  const shared = new Set(chunks.flatMap(({ imports }) => imports));
  const passedOn = new Map<string, string>();
  const changed = chunks.flatMap(({ fileName, code }) => {
    const folder = fileName.slice(0, fileName.lastIndexOf('/') + 1);
    let count = 0;
    const next = code.replaceAll(
      IMPORT,
      (_, isAsync: string | undefined, reading = '', _quote, path: string) => {
        count += 1;
        const target = chunks.find((one) => one.fileName === folder + path.slice(2));
        let address = path;
        if (target && shared.has(target.fileName)) {
          address = `./late-${path.slice(2)}`;
          passedOn.set(folder + address.slice(2), passOn(target, path));
        }
        return `${isAsync ?? ''}($at)=>${reading}import($at(${JSON.stringify(address)}))`;
      },
    );
    const all = [...code.matchAll(ANY)].length;
    if (count !== all) throw new Error(`${fileName}: ${all - count} imports that would not be tried again`);
    return count > 0 ? [{ fileName, code: next }] : [];
  });
  return [...changed, ...[...passedOn].map(([fileName, code]) => ({ fileName, code }))];
}

function passOn({ exports }: BuiltChunk, path: string): string {
  return exports.length > 0
    ? `export{${exports.join(',')}}from${JSON.stringify(path)};`
    : `import${JSON.stringify(path)};`;
}
