// Data and code: exports and lists become documents, other data readable lines; tables keep their header, and code
// its language.
import { expect, test } from 'vitest';
import { extractData, extractText, openFile } from './extract.ts';
import { kindOfContentType, kindOfName } from './kinds.ts';

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

test('turns an export of Context Harness into its documents, with sources, ids, addresses and dates', async () => {
  const data = {
    documents: [
      {
        id: 'd1',
        source: 'git:docs',
        source_id: 'docs/orbit.md',
        source_url: 'https://example.org/orbit',
        title: 'Orbit',
        updated_at: 1741000000,
        body: '# Orbit\n\nNear the moon.',
      },
      {
        id: 'd2',
        source: 'git:docs',
        source_id: 'docs/empty.md',
        title: 'Empty',
        updated_at: 1741000000,
        body: '',
      },
    ],
    chunks: [{ id: 'c1', document_id: 'd1', chunk_index: 0, text: 'Near the moon.' }],
  };
  const content = await extractData(JSON.stringify(data), 'data.json');
  expect('documents' in content && content.documents[0]).toEqual({
    title: 'Orbit',
    body: '# Orbit\n\nNear the moon.',
    source: 'git:docs',
    source_id: 'docs/orbit.md',
    source_url: 'https://example.org/orbit',
    updated_at: '2025-03-03T11:06:40.000Z',
    metadata: {},
  });
  expect('documents' in content && content.documents).toHaveLength(2);
});

test('turns lines of JSON into one document each, identified by the file and their own id or number', async () => {
  const text =
    '{"id":7,"title":"One","text":"First words.","tags":["a"]}\n\n{"title":"Two","content":"More.","url":"https://x.example/2"}\n{"id":7,"text":"Again."}';
  const content = await extractData(text, 'notes/all.jsonl');
  expect('documents' in content && content.documents).toEqual([
    { title: 'One', body: 'First words.', source_id: 'notes/all.jsonl#7', metadata: { tags: ['a'] } },
    {
      title: 'Two',
      body: 'More.',
      source_url: 'https://x.example/2',
      source_id: 'notes/all.jsonl#https://x.example/2',
      metadata: {},
    },
    { body: 'Again.', source_id: 'notes/all.jsonl#7 (2)', metadata: {} },
  ]);
});

test('reads other data as lines with their key paths', async () => {
  const data = {
    name: 'Kestrel',
    server: { port: 8080, hosts: ['a', 'b'] },
    crew: [{ who: 'Mara' }, { who: 'Ines' }],
    none: null,
  };
  const content = await extractData(JSON.stringify(data), 'config.json');
  expect('body' in content && content).toMatchObject({ title: 'Kestrel', content_type: 'text/plain' });
  expect('body' in content && content.body).toBe(
    'name: Kestrel\nserver.port: 8080\nserver.hosts: a, b\n\ncrew.who: Mara\n\ncrew.who: Ines',
  );
  // A single document stays one.
  expect((await extractText('[{"text":"a"},{"text":"b"}]', 'json', 'x')).body).toBe('text: a\n\ntext: b');
});

test('repeats the header of a long table in every group of rows', async () => {
  const text = `Name;Role;Since\n${lines(60, (i) => `Person ${i};"flight; lead";20${10 + (i % 10)}-01-0${1 + (i % 9)}`)}\n`;
  const { body, metadata } = await extractText(text, 'csv', 'crew.csv');
  const groups = body.split('\n\n');
  expect(groups.length).toBeGreaterThan(2);
  for (const group of groups) {
    expect(group.startsWith('| Name | Role | Since |\n| --- | --- | --- |\n| Person')).toBe(true);
    expect(group.length).toBeLessThan(900);
  }
  expect(body).toContain('| Person 59 | flight; lead | 2019-01-06 |');
  expect(metadata).toEqual({ format: 'csv', rows: 60 });
});

test('turns a table too wide for a line into a list per row, each value with its column', async () => {
  const header = lines(30, (i) => `A long column name ${i}`).replaceAll('\n', '\t');
  const { body } = await extractText(`${header}\n${'1\t'.repeat(29)}2`, 'csv', 'wide.tsv');
  expect(body.startsWith('- A long column name 0: 1\n- A long column name 1: 1\n')).toBe(true);
  expect(body.endsWith('- A long column name 29: 2')).toBe(true);
});

test('keeps the language and name of source code, and its own fences', async () => {
  const { body, title, metadata } = await extractText(
    'def orbit():\n    """\n    ```\n    """\n',
    'code',
    'src/moon.py',
  );
  expect(body).toBe('````python\ndef orbit():\n    """\n    ```\n    """\n````');
  expect([title, metadata]).toEqual(['moon.py', { format: 'code', language: 'python' }]);
});

test("reads a notebook's text, code and output", async () => {
  const notebook = {
    cells: [
      { cell_type: 'markdown', source: ['# Orbits\n', 'of the moon'] },
      {
        cell_type: 'code',
        source: 'print(62)',
        outputs: [{ output_type: 'stream', text: ['62\n'] }, { data: { 'image/png': 'AAAA' } }],
      },
    ],
    metadata: { language_info: { name: 'python' } },
  };
  const { body, title } = await extractText(JSON.stringify(notebook), 'notebook', 'a.ipynb');
  expect(body).toBe('# Orbits\nof the moon\n\n```python\nprint(62)\n```\n\n```\n62\n```');
  expect(title).toBe('Orbits');
  await expect(extractText('{}', 'notebook', 'a.ipynb')).rejects.toThrow('this is not a Jupyter notebook');
});

test('detects names and types, and reads a misnamed file by its content', () => {
  expect(
    ['a.TSV', 'b.ndjson', 'c.ipynb', 'd.rs', 'e.yaml', 'f.xlsm', 'g.odt'].map((name) => kindOfName(name, '')),
  ).toEqual(['csv', 'json', 'notebook', 'code', 'code', 'xlsx', 'odt']);
  expect(kindOfName('a.ts', 'video/mp2t')).toBe('code');
  expect(['text/csv', 'application/json; charset=utf-8', 'text/x-python'].map(kindOfContentType)).toEqual([
    'csv',
    'json',
    'code',
  ]);
  expect(openFile('LICENSE', '', new TextEncoder().encode('Words.')).kind).toBe('text');
});

test('makes a table of a list of flat objects, but not of mixed or nested ones', async () => {
  const rows = [
    { city: 'Oslo', price: 12.5 },
    { city: 'Bergen', price: null, note: 'a|b' },
  ];
  const table = await extractData(JSON.stringify(rows), 'rows.json');
  expect(table).toMatchObject({ metadata: { format: 'json-rows', rows: 2 } });
  expect(table).toHaveProperty(
    'body',
    '| city | price | note |\n| --- | --- | --- |\n| Oslo | 12.5 |  |\n| Bergen |  | a\\|b |',
  );
  for (const other of [
    [{ a: 1 }, { b: 2 }, { c: 3 }],
    [{ a: { b: 1 } }, { a: 2 }],
    [1, 2],
    [{ a: 1, b: 2 }],
  ]) {
    expect(await extractData(JSON.stringify(other), 'other.json')).toMatchObject({
      metadata: { format: 'json' },
    });
  }
});
