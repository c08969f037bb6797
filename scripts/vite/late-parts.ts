// Routes every `import()` in the page through src/apps/web/load-part.ts, which retries under another address.
//
// Vite wraps each import in a call that first loads the part's style sheets; that function is replaced by ours. Then
// the address inside the call is made changeable. A part that is also imported statically gets a file that re-exports
// it: loaded under two addresses, the part itself would exist twice, with separate state.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const LOADER = fileURLToPath(new URL('../../src/apps/web/load-part.ts', import.meta.url));
const WRAPPER = '\0vite/preload-helper.js';
/** `()=>import("./a.js")` or `async()=>{let{b:c}=await import("./a.js")`, as the build emits them. */
const IMPORT = /(async)?\(\)=>(\{(?:let|const|var)\{[^{}]*\}=await )?import\((["'`])(\.\/[^"'`]+)\3\)/g;
/** Any import of a neighbouring file. */
const ANY = /\bimport\(\s*(["'`])\.\//g;

/** The used part of a build's file. */
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
 * @returns the changed chunks, and new files next to them.
 * @throws Error when an import has an unknown form: it would not be retried.
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
