// Opens a site's index at its address: the browser's part of the index reader.
import { inflateUpTo, readUpTo } from '../../core/bounded-bytes.ts';
import { Failure } from '../../core/errors.ts';
import type { SitePack } from '../../core/site-pack.ts';
import { MANIFEST } from '../../site-index/format.ts';
import { openPack } from '../../site-index/open-pack.ts';

const decoder = new TextDecoder();
/** Bytes of a file, both compressed and unpacked: real ones have a few dozen kilobytes. */
const MOST = 64 * 2 ** 20;

/** @param address of the index folder, with a trailing slash. Rejects with a Failure. */
export function openPackAt(address: string): Promise<SitePack> {
  const source = { read: (name: string) => read(address, name), inflate, decode };
  return openPack(source, async (codes) => {
    const { Languages } = await import('../../knowledge/languages.ts');
    return new Languages().load(codes);
  });
}

async function read(address: string, name: string): Promise<Uint8Array> {
  let response: Response;
  try {
    // Every other file is named by its hash, so a cached copy is always valid.
    const isNamed = name !== MANIFEST;
    response = await fetch(address + name, { cache: isNamed ? 'force-cache' : 'no-cache' });
    // A file that was missing while the site was being published may exist now.
    if (!response.ok && isNamed) response = await fetch(address + name, { cache: 'no-cache' });
    if (response.ok) return await readUpTo(response.body, MOST);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('unavailable', `${address}${name} could not be reached. Check your connection.`);
  }
  const code = response.status === 404 ? 'not_found' : 'unavailable';
  throw new Failure(code, `${address}${name} is not there (${String(response.status)}).`);
}

function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  return inflateUpTo(bytes, MOST);
}

function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
