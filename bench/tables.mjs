// A table of a million rows: loading, a page of the grid, sorting, filtering, and SQL queries, compared with SQLite
// outside the browser (Python's), on the same rows.
//
// node bench/tables.mjs [rows] default: 1000000
//
// Prints times and ratios, and asserts nothing. Without Python 3 it prints only our times.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const CITIES = ['Oslo', 'Bergen', 'Narvik', 'Bodø', 'Tromsø'];
const QUESTIONS = {
  'sum by city': 'SELECT city, sum(price) FROM data GROUP BY city',
  'count where': "SELECT count(*) FROM data WHERE price > 500 AND city = 'Oslo'",
  'ten dearest': 'SELECT number, price FROM data ORDER BY price DESC LIMIT 10',
  'by month': 'SELECT substr(day, 1, 7) AS month, avg(price) FROM data GROUP BY month ORDER BY month',
};

const row = (i) => [
  `N-${i}`,
  CITIES[i % CITIES.length],
  String(((i * 7919) % 100_000) / 100),
  `2026-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}`,
];

const body = ['| number | city | price | day |\n| --- | --- | --- | --- |'];
for (let i = 0; i < ROWS; i++) body.push(`| ${row(i).join(' | ')} |`);
const text = body.join('\n');

const server = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' });
const { TableStore } = await server.ssrLoadModule('/src/features/tables/table-store.ts');
const { default: init } = await import('@sqlite.org/sqlite-wasm');
const store = new TableStore(await init());

const time = (work) => {
  const start = performance.now();
  work();
  return performance.now() - start;
};
const best = (work) => Math.min(...[1, 2, 3].map(() => time(work)));
const show = (name, ours, theirs) =>
  console.log(
    `${name.padEnd(28)} ${ours.toFixed(0).padStart(8)} ms${theirs === undefined ? '' : ` ${theirs.toFixed(0).padStart(8)} ms   ${(ours / theirs).toFixed(1)}`}`,
  );

console.log(`${ROWS.toLocaleString('en')} rows, 4 columns, ${(text.length / 1e6).toFixed(0)} MB of text\n`);
show(
  'read and load',
  time(() => store.load('d', text)),
);
show(
  'first page of the grid',
  time(() => store.rows('d', 0, { filter: '' }, 0, 200)),
);
show(
  'a page in the middle',
  time(() => store.rows('d', 0, { filter: '' }, ROWS / 2, 200)),
);
show(
  'sorted by a number',
  time(() => store.rows('d', 0, { filter: '', sort: { column: 2, descending: true } }, 0, 200)),
);
show(
  'sorted by a text',
  time(() => store.rows('d', 0, { filter: '', sort: { column: 1, descending: false } }, 0, 200)),
);
show(
  'filtered',
  time(() => store.rows('d', 0, { filter: 'oslo' }, 0, 200)),
);

const limits = { rows: 100, text: 200_000, milliseconds: 60_000 };
const names = [{ name: 'data', document: 'd', table: 0 }];
const native = askNative();
console.log('\nquestions in SQL               Perilune   native     ratio');
for (const [name, sql] of Object.entries(QUESTIONS)) {
  show(
    name,
    best(() => store.query(sql, names, limits)),
    native?.[name],
  );
}
await server.close();

/** Milliseconds of each query, best of three; undefined without Python. */
function askNative() {
  const folder = mkdtempSync(join(tmpdir(), 'tables-bench-'));
  try {
    writeFileSync(join(folder, 'rows.json'), JSON.stringify(Array.from({ length: ROWS }, (_, i) => row(i))));
    writeFileSync(
      join(folder, 'ask.py'),
      `import json, sqlite3, time
rows = json.load(open('rows.json'))
db = sqlite3.connect(':memory:')
db.execute('CREATE TABLE data (number TEXT, city TEXT, price NUMERIC, day TEXT)')
db.executemany('INSERT INTO data VALUES (?, ?, ?, ?)', ((a, b, float(c), d) for a, b, c, d in rows))
took = {}
for name, sql in json.loads('''${JSON.stringify(QUESTIONS)}''').items():
    best = None
    for _ in range(3):
        start = time.perf_counter()
        db.execute(sql).fetchall()
        ms = (time.perf_counter() - start) * 1000
        best = ms if best is None else min(best, ms)
    took[name] = best
print(json.dumps(took))`,
    );
    const { status, stdout } = spawnSync('python3', ['ask.py'], { cwd: folder, encoding: 'utf8' });
    return status === 0 ? JSON.parse(stdout) : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
