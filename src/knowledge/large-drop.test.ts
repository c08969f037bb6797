// A drop of 800 files, a quarter of them bad in some way: each bad one is reported with reason and advice, the others
// are added as usual.
import { gzipSync, strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { addItems, nothingPlaced, type Arrived } from './add.ts';
import { extractPacked } from './extract/packed.ts';
import type { Incoming } from './incoming.ts';

const BAD: [name: string, content: Uint8Array, reason: RegExp][] = [
  ['empty.md', new Uint8Array(0), /^the file is empty; get it again/],
  ['empty.mbox', new Uint8Array(0), /^the file is empty; get it again/],
  ['image.txt', Uint8Array.from([0x89, 0x50, 0x4e, 0x47]), /^this is a PNG image, not text; rename it/],
  ['old.doc', strToU8('words'), /; save it as \.docx$/],
  ['mail.msg', strToU8('words'), /; save the messages as \.eml or \.mbox$/],
  ['tree.tar.gz', gzipSync(strToU8('words')), /; unpack the archive and add the folder$/],
  [
    'cut.txt.gz',
    gzipSync(strToU8('words and more words')).slice(0, 15),
    /damaged or incomplete; get it again$/,
  ],
  ['book.pdf', strToU8('no mark of one'), /^this is not a PDF file, or it is damaged; get it again/],
  ['cut.pdf', strToU8('%PDF-1.7\n%%EOF'), /^the PDF file is damaged \([^()]*[^.)]\); get it again/],
  ['none.eml', strToU8('no head'), /^this is not an e-mail message, or it is damaged; /],
  ['box.mbox', strToU8('no messages'), /^this is not a mailbox \(mbox\), or it is damaged; /],
  [
    'deep.rtf',
    strToU8(`{\\rtf1 ${'{'.repeat(2000)}`),
    /^the file is damaged: its groups are nested too deeply; /,
  ],
  ['photo.png', strToU8('x'), /^this is not a picture, or it is damaged; /],
];

test('adds 600 files and reports 200 bad ones', async () => {
  const bad: { name: string; reason: RegExp }[] = [];
  const good: string[] = [];
  const items = Array.from({ length: 800 }, (_, i): Incoming => {
    const [name, content, reason] = BAD[(i / 4) % BAD.length] ?? [];
    const path = `drop/${i}-${name ?? 'good.md'}`;
    if (reason) bad.push({ name: path, reason });
    else good.push(`Good ${i}`);
    const file = new File(
      [new Uint8Array(content ?? strToU8(`# Good ${i}\n\nText number ${i}.`))],
      path.slice(5),
    );
    return { file, path };
  });
  const written: Arrived[] = [];
  const report = await addItems(
    items,
    { total: 800 },
    {
      findByHash: () => Promise.resolve(undefined),
      readPacked: (kind, bytes) => extractPacked(kind, bytes),
      commit(arrived) {
        written.push(...arrived);
        return Promise.resolve(nothingPlaced());
      },
    },
  );
  expect(written.map(({ content }) => content.title)).toEqual(good);
  expect(written.map(({ content }) => content.passages.length)).toEqual(good.map(() => 1));
  expect(report.skipped.map(({ name }) => name)).toEqual(bad.map(({ name }) => name));
  report.skipped.forEach(({ reason }, i) => expect(reason).toMatch(bad[i]!.reason));
  expect([good.length, bad.length]).toEqual([600, 200]);
});
