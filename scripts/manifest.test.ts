// The file types and shares that the manifest declares match what the library can read.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kindOfName, PACKED_KINDS, SPLIT_KINDS, TEXT_KINDS } from '../src/knowledge/extract/kinds.ts';

interface Manifest {
  file_handlers: { action: string; accept: Record<string, string[]> }[];
  share_target: { params: { files: { accept: string[] }[] } };
}

const manifest = JSON.parse(
  readFileSync(new URL('../public/manifest.webmanifest', import.meta.url), 'utf8'),
) as Manifest;

const [tools, documents] = ['./#/studio', './#/library'].map(
  (action) => manifest.file_handlers.find((one) => one.action === action)?.accept ?? {},
);
const shared = manifest.share_target.params.files.flatMap(({ accept }) => accept);

/** Code opens in an editor; only scripts are ours, as tools. A ZIP may hold tools, so it opens with the studio. */
const OPENED = [...TEXT_KINDS, ...PACKED_KINDS, ...SPLIT_KINDS].filter(
  (kind) => kind !== 'code' && kind !== 'zip',
);

describe('the manifest of the installed app', () => {
  it('opens every kind of document with the library', () => {
    const kinds = Object.values(documents!)
      .flat()
      .map((extension) => kindOfName(`file${extension}`, ''));
    expect([...new Set(kinds)].sort()).toEqual([...OPENED].sort());
  });

  it('gives each extension an equivalent content type', () => {
    for (const [type, extensions] of Object.entries(documents!)) {
      for (const extension of extensions) {
        expect([extension, kindOfName('file', type)]).toEqual([
          extension,
          kindOfName(`file${extension}`, ''),
        ]);
      }
    }
  });

  it('opens scripts, skills and bundles with the studio, and nothing with both', () => {
    const extensions = Object.values(tools!).flat();
    expect(extensions).toEqual(['.lua', '.skill', '.zip']);
    expect(
      Object.values(documents!)
        .flat()
        .filter((one) => extensions.includes(one)),
    ).toEqual([]);
  });

  it('accepts shares of everything it opens, by type or by name', () => {
    for (const [type, extensions] of [...Object.entries(documents!), ...Object.entries(tools!)]) {
      const takes = shared.includes(type) || (type.startsWith('text/') && shared.includes('text/*'));
      expect([type, takes]).toEqual([type, true]);
      expect(shared).toContain(extensions[0]);
    }
  });
});
