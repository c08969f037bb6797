// Reads real files of each format, collected from packages and repositories on this machine, and prints a table: how
// many were read, and why the others failed. The files are not kept.
//
// npm run bench real-files -- [folder …] default: node_modules and /usr/share
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openSource } from './source.mjs';

const root = resolve(import.meta.dirname, '..');
const given = process.argv.slice(2).filter((one) => !one.startsWith('-'));
const folders = given.length > 0 ? given : [join(root, 'node_modules'), '/usr/share'];
/** Maximum files per format, so that ten thousand licences do not hide one drawing. */
const MOST = Number(process.env.MOST ?? 100);
const DEEPEST = 14;
const LARGEST = 20_000_000;

const { load, close } = await openSource();
const { arrivalsOf } = await load('src/knowledge/arrivals.ts');
const { contentOf } = await load('src/knowledge/incoming.ts');
const { extractPacked } = await load('src/knowledge/extract/packed.ts');
const { kindOfName } = await load('src/knowledge/extract/kinds.ts');

const byFormat = new Map();
for (const folder of folders) gather(folder, 0);
const rows = {};
const reasons = new Map();
for (const [format, files] of [...byFormat].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const row = { files: files.length, read: 0, documents: 0, refused: 0, failed: 0, seconds: 0 };
  const started = performance.now();
  for (const path of files) await read(path, format, row);
  row.seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  rows[format] = row;
}
console.table(rows);
for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 40))
  console.log(count, reason);
await close();

function gather(folder, depth) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return; // no permission
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < DEEPEST && entry.name !== '.git') gather(path, depth + 1);
    if (!entry.isFile()) continue;
    const format = formatOf(entry.name);
    const files = byFormat.get(format) ?? byFormat.set(format, []).get(format);
    if (format !== undefined && files.length < MOST && statSync(path).size <= LARGEST) files.push(path);
  }
  byFormat.delete(undefined);
}

/** The format by file name; undefined for refused names, and for files without an extension. */
function formatOf(name) {
  try {
    const kind = kindOfName(name, '');
    return kind && `${kind} (.${name.split('.').at(-1).toLowerCase()})`;
  } catch (error) {
    if (error.name === 'Refusal') return undefined;
    throw error;
  }
}

async function read(path, format, row) {
  const bytes = readFileSync(path);
  const name = path.split('/').at(-1);
  const file = new File([bytes], name);
  const note = (error) => {
    row[error.name === 'Refusal' ? 'refused' : 'failed']++;
    const reason = `${format}: ${error.message.slice(0, 120)}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (!(error.name === 'Refusal')) console.error(path, error);
  };
  let documents = 0;
  try {
    for await (const arrival of arrivalsOf({ file, path: name }, name, 'files', (kind, packed) =>
      extractPacked(kind, packed),
    )) {
      try {
        await contentOf(await arrival.draft());
        documents++;
      } catch (error) {
        note(error);
      }
    }
  } catch (error) {
    note(error);
  }
  row.documents += documents;
  if (documents > 0) row.read++;
}
