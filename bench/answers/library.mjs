// An in-memory library with the documents of a set, as in the app.

/** @param load imports a module of `src` */
export async function libraryOf(files, load) {
  const { Library } = await load('src/knowledge/library.ts');
  const { MemoryDocuments } = await load('src/knowledge/memory-documents.ts');
  let ids = 0;
  const library = new Library({
    store: new MemoryDocuments(),
    exclusive: (work) => work(),
    announce: () => undefined,
    newId: () => `id-${String(++ids).padStart(6, '0')}`,
    now: () => '2026-01-01T00:00:00.000Z',
  });
  await library.load();
  await library.add(
    files.map(({ path, bytes }) => ({ file: new File([bytes], path.split('/').at(-1)), path })),
  );
  return library;
}
