// Addresses of the app.
import { expect, it, vi } from 'vitest';

vi.stubGlobal('location', { hash: '' });
vi.stubGlobal('addEventListener', () => undefined);
const { parseHash, hrefOf } = await import('./route.svelte.ts');
// Other test files run in the same global scope.
vi.unstubAllGlobals();

const read = (hash: string) => {
  const { screen, item, query } = parseHash(hash);
  return [screen, item, Object.fromEntries(query)];
};

it('reads a screen, its open item, and the query', () => {
  expect(read('#/library/a%2Fb?passage=3')).toEqual(['library', 'a/b', { passage: '3' }]);
  expect(read('#/nowhere')).toEqual(['chat', undefined, {}]);
  expect(read('')).toEqual(['chat', undefined, {}]);
  expect(read('#/library/%zz')).toEqual(['library', '%zz', {}]);
});

it('reads a document next to a chat as that chat', () => {
  const beside = hrefOf('library', 'd 1', { passage: '3', chat: 'c' });
  expect(read(beside)).toEqual(['chat', 'c', { passage: '3', document: 'd 1' }]);
  expect(read('#/library/d?chat=')).toEqual(['chat', undefined, { document: 'd' }]);
  expect(read('#/library?chat=c')).toEqual(['library', undefined, { chat: 'c' }]);
});
