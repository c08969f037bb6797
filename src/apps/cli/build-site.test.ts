// `perilune build PACKFILE`: a site that the widget answers from, and nothing of a hostile pack in its pages.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openRealReader } from './build-reader.test-support.ts';
import { buildSite, isPackFile } from './build-site.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';
import type { Output } from '../../cli/output.ts';
import { openPack } from '../../site-index/open-pack.ts';
import { FACE, someTool } from '../../tools/formats/tools.test-support.ts';
import { writeLibraryPack, type PackContents } from '../../tools/formats/write-library-pack.ts';

const root = mkdtempSync(join(tmpdir(), 'perilune-site-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const document = (title: string, body: string, more: object = {}): PackContents['documents'][number] => ({
  ...{ title, body, content_type: 'text/markdown', tags: [], metadata: {} },
  ...more,
});

const CONTENTS: PackContents = {
  name: 'Lights & lamps',
  description: 'All lanterns\n\nof the house.',
  colour: 'blue',
  instructions: '',
  questions: ['Which oil?'],
  documents: [
    document('Oil', '# Oil\n\nWhich oil a lantern burns.\n\n## Fill it\n\nFilling it slowly.'),
    document('Wick', 'Trim the wick of a lantern.', { content_type: 'text/plain' }),
  ],
  bundles: [],
  profile: { name: 'Keeper', description: '', kind: 'text', text: 'Answer as a keeper.' },
};

let number = 0;
async function build(contents: Partial<PackContents>, out = join(root, `site-${++number}`)) {
  const file = join(root, `${number}.pack.zip`);
  writeFileSync(file, await writeLibraryPack({ ...CONTENTS, ...contents }));
  const lines: string[] = [];
  const output: Output = {
    json: true,
    line: (text = '') => void lines.push(text),
    value: () => undefined,
    paint: (_, text) => text,
  };
  const code = await buildSite(file, { out, 'no-widget': false }, output, { sandbox: openRealReader });
  const read = (path: string): string => readFileSync(join(out, path), 'utf8');
  return { code, out, file, lines, read, files: new GuardedFolder(out).list().files };
}

const open = (out: string): ReturnType<typeof openPack> =>
  openPack({
    read: async (name) => readFileSync(join(out, 'perilune', name)),
    inflate: async (bytes) => new Uint8Array(inflateRawSync(bytes)),
    decode: (bytes) => new TextDecoder().decode(bytes),
  });

describe('a site from a pack', () => {
  it('has a page per document, and an index that finds them and carries the questions and instructions', async () => {
    const { out, read, file, lines } = await build({});
    expect(isPackFile(file)).toBe(true);
    expect(isPackFile(out)).toBe(false);
    expect(read('index.html')).toContain('<a href="documents/oil.html">Oil</a>');
    expect(read('index.html')).toContain('<perilune-chat pack="perilune/"');
    expect(read('documents/oil.html')).toContain('<h2 id="fill-it">Fill it</h2>');
    expect(read('documents/wick.html')).toContain('<h1>Wick</h1>');
    const pack = await open(out);
    expect(pack.info).toMatchObject({
      name: 'Lights & lamps',
      pages: 2,
      widget: { questions: ['Which oil?'], instructions: 'Answer as a keeper.' },
    });
    const {
      hits: [hit],
    } = await pack.search('filling');
    expect(hit?.url).toContain('documents/oil.html');
    expect(lines.join('\n')).toContain('Publish the folder');
  });

  it('is replaced by the next build, and leaves files of others', async () => {
    const { out } = await build({});
    writeFileSync(join(out, 'documents', 'mine.html'), 'mine');
    const again = await build({ documents: [document('Oil', 'New oil.')] }, out);
    expect(again.files).toEqual(expect.arrayContaining(['documents/mine.html', 'documents/oil.html']));
    expect(again.files).not.toContain('documents/wick.html');
    const other = join(root, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'index.html'), 'mine');
    await expect(build({}, other)).rejects.toThrow(/is not empty/);
    expect(existsSync(join(other, 'documents'))).toBe(false);
  });

  it('takes tools in Lua, and says which it leaves out', async () => {
    const source = `tool = { name = "add", description = "Adds", parameters = { type = "object", properties = {} } }
function tool.execute() return 1 end`;
    const tools = [
      someTool({ name: 'add', source }),
      someTool({ name: 'sign', source, config: { key: '${KEY}' } }),
    ];
    const { out, lines } = await build({ bundles: [{ bundle: FACE, tools }] });
    expect((await open(out)).info.tools).toBeTruthy();
    expect(lines.join('\n')).toContain('Left out: sign.lua: it needs a secret');
  });
});

describe('a hostile pack', () => {
  it('puts no HTML, script, picture or address of its own scheme into a page', async () => {
    const bad = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    const { read, files } = await build({
      name: `A ${bad}`,
      description: bad,
      documents: [
        document(
          `Title "${bad}`,
          `${bad}\n\n[link](javascript:alert(1)) ![p](https://evil.example/p.png) ![d](data:text/html,x)\n\n# H ${bad} {onclick=x}\n\n\`\`\`"><script>\nx\n\`\`\`\n\n| a |\n|---|\n| ${bad} |`,
        ),
        document(bad, bad, { content_type: 'text/plain', source_url: 'https://example.com/?q="><script>' }),
      ],
    });
    const pages = files.filter((path) => /^[^/]*\.html$|^documents\//.test(path));
    expect(pages).toHaveLength(3);
    for (const page of pages) {
      const html = read(page);
      expect(html).not.toMatch(
        /<img|<script>|<script(?! type="module" src="(\.\.\/)?perilune\/)|href="javascript|href="data/i,
      );
      expect(html).toContain("default-src 'none'");
    }
  });

  it('chooses no place of a page', async () => {
    const titles = ['../../etc/passwd', 'index', '404', 'con\u202Efig', '.htaccess', 'a'.repeat(400)];
    const { files } = await build({ documents: titles.map((title) => document(title, 'Some text here.')) });
    const pages = files.filter((path) => path.endsWith('.html') && !path.startsWith('perilune/'));
    expect(pages.sort()).toEqual(
      [
        'documents/404-2.html',
        `documents/${'a'.repeat(60)}.html`,
        'documents/config.html',
        'documents/etc-passwd.html',
        'documents/htaccess.html',
        'documents/index-2.html',
        'index.html',
      ].sort(),
    );
  });
});
