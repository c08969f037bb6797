// Matches tools read from disk to linked tools.
import type { LinkedTool, LocalLink } from '../../../core/local-link.ts';
import type { DiskTool } from './disk-tools.ts';

interface Names {
  /** The script's own name; undefined while it cannot be read. */
  nameThere(one: DiskTool): Promise<string | undefined>;
  nameHere(linked: LinkedTool): string | undefined;
}

/** Matches by location, else by content, else by declared name: a moved script keeps its link. */
export async function pairTools(
  link: LocalLink,
  disk: readonly DiskTool[],
  { nameThere, nameHere }: Names,
): Promise<Map<LinkedTool, DiskTool>> {
  const pairs = new Map<LinkedTool, DiskTool>();
  const open = new Set(disk);
  const pair = async (
    fits: (linked: LinkedTool, one: DiskTool) => boolean | Promise<boolean>,
  ): Promise<void> => {
    for (const linked of link.tools.filter((each) => !pairs.has(each))) {
      for (const one of open) {
        if (pairs.has(linked) || !(await fits(linked, one))) continue;
        pairs.set(linked, one);
        open.delete(one);
      }
    }
  };
  if (link.handle.kind === 'file' && disk.length === 1) await pair(() => true);
  await pair((linked, one) => linked.places[''] !== undefined && linked.places[''] === one.places['']);
  await pair((linked, one) => linked.base === one.hash);
  const names = new Map<DiskTool, string | undefined>();
  await pair(async (linked, one) => {
    if (!names.has(one)) names.set(one, await nameThere(one));
    const name = names.get(one);
    return name !== undefined && name === nameHere(linked);
  });
  return pairs;
}
