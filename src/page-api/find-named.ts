// Finds what a page names: by id, or by name in any case.
export function findNamed<Item extends { id: string; name: string }>(
  all: readonly Item[],
  wanted: string,
): Item | undefined {
  const name = wanted.toLowerCase();
  return all.find(({ id }) => id === wanted) ?? all.find((one) => one.name.toLowerCase() === name);
}
