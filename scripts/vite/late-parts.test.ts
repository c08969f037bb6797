// Makes the addresses of lazy imports changeable, in every form the build emits.
import { expect, it } from 'vitest';
import { withChangeableAddresses, type BuiltChunk } from './late-parts.ts';

const chunk = (
  fileName: string,
  code: string,
  imports: string[] = [],
  exports: string[] = [],
): BuiltChunk => ({
  fileName,
  code,
  imports,
  exports,
});

it('changes the address of each import, and nothing else', () => {
  const code =
    'let a=Z(()=>import(`./one.js`),[],import.meta.url);Z(async()=>{let{t:e}=await import("./two.js");return{t:e}},__vite__mapDeps([0]),import.meta.url)';
  const [changed] = withChangeableAddresses([chunk('assets/first.js', code)]);
  expect(changed?.code).toBe(
    'let a=Z(($at)=>import($at("./one.js")),[],import.meta.url);Z(async($at)=>{let{t:e}=await import($at("./two.js"));return{t:e}},__vite__mapDeps([0]),import.meta.url)',
  );
});

it('re-exports a part that others import statically, so that only one instance exists', () => {
  const files = withChangeableAddresses([
    chunk('assets/first.js', 'Z(()=>import(`./part.js`),[],u)'),
    chunk('assets/other.js', 'import{a}from"./part.js"', ['assets/part.js']),
    chunk('assets/part.js', 'export{a,b as default}', [], ['a', 'default']),
  ]);
  expect(files).toEqual([
    { fileName: 'assets/first.js', code: 'Z(($at)=>import($at("./late-part.js")),[],u)' },
    { fileName: 'assets/late-part.js', code: 'export{a,default}from"./part.js";' },
  ]);
});

it('fails the build for an import in an unknown form', () => {
  const unknown = 'const path=import(`./one.js`);';
  expect(() => withChangeableAddresses([chunk('assets/first.js', unknown)])).toThrow(
    'assets/first.js: 1 imports that would not be tried again',
  );
});
