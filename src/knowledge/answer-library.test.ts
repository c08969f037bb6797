// Answers over the real library: blocks with their structure, declined questions, parts, follow-ups, and the guide.
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnswerOptions, LibraryAnswer } from '../core/answer.ts';
import type { Library } from './library.ts';
import { expectWithin } from '../../scripts/expect-within.ts';
import { memoryLibrary } from './library.test-support.ts';

const HANDBOOK = `# Employee handbook

Welcome to Halden Instruments. This handbook applies to all staff.

## Holidays

Full-time employees have 28 days of paid holiday a year. Unused days expire on 31 March of the following year.

### Asking for a holiday

To ask for a holiday:

1. Open the staff portal.
2. Choose **Absence**, then **New request**.
3. Enter the dates and press **Send**.

Your manager answers within three working days.

## Expenses

| Item | Limit | Receipt |
| --- | --- | --- |
| Hotel | 140 EUR a night | required |
| Meals | 35 EUR a day | not required |
| Taxi | 60 EUR a trip | required |

## Remote work

You may work from home up to three days a week. Working from abroad is not allowed without written approval of Human Resources.
`;

const INSTALL = `# Tarn

Tarn is a small build tool for static sites.

## Installation

### Linux

Install it with the package manager:

\`\`\`sh
sudo apt install tarn
\`\`\`

### Windows

On Windows, run the installer:

\`\`\`powershell
winget install tarn
\`\`\`

## Price

Tarn costs 12 EUR a month for a team. It is free for open source.
`;

const ORDERS = `number,customer,item,status
1041,Nordlicht,Lamp,shipped
1042,Alba,Desk,cancelled
1043,Kestrel,Chair,waiting for payment
1044,Alba,Shelf,shipped
`;

let library: Library;
let ids = 0;

beforeAll(async () => {
  library = await libraryWith();
});

async function libraryWith(): Promise<Library> {
  const made = memoryLibrary({ newId: () => `id-${++ids}` });
  await made.load();
  const markdown = { content_type: 'text/markdown' };
  await made.add([
    { document: { title: 'Employee handbook', body: HANDBOOK, ...markdown } },
    { document: { title: 'Tarn', body: INSTALL, ...markdown } },
    { file: new File([ORDERS], 'orders.csv', { type: 'text/csv' }), path: 'orders.csv' },
  ]);
  return made;
}

function ask(question: string, options: AnswerOptions = {}): Promise<LibraryAnswer> {
  return library.answer(question, options);
}

describe('an answer', () => {
  test('is a table row with its header and all cells', async () => {
    const { kind, answer } = await ask('What is the status of order 1043?');
    expect(kind).toBe('table');
    expect(answer?.markdown).toBe(
      '| number | customer | item | status |\n| --- | --- | --- | --- |\n| 1043 | Kestrel | Chair | waiting for payment |',
    );
    expect(answer?.text).toBe(
      'number | customer | item | status\n1043 | Kestrel | Chair | waiting for payment',
    );
  });

  test('is the whole list of steps for a how-to question', async () => {
    const { kind, answer } = await ask('How do I ask for a holiday?');
    expect(kind).toBe('steps');
    expect(answer?.text).toContain('1. Open the staff portal.');
    expect(answer?.text).toContain('3. Enter the dates and press Send.');
    expect(answer?.heading).toContain('Asking for a holiday');
  });

  test('is a code block with the sentence that introduces it', async () => {
    const { kind, answer } = await ask('How do I install Tarn on Windows?');
    expect(kind).toBe('code');
    expect(answer?.markdown).toContain('```powershell\nwinget install tarn\n```');
  });

  test('is a whole short section, not one sentence of it', async () => {
    const { answer } = await ask('Do unused days of holiday expire?');
    expect(answer?.markdown).toContain('28 days');
    expect(answer?.markdown).toContain('31 March');
  });

  test('names its position in the body', async () => {
    const { answer } = await ask('How many days of paid holiday do employees have?');
    const { body } = await library.open(answer!.document.id);
    expect(body.slice(answer!.start, answer!.end)).toContain('28 days of paid holiday');
    expect(body.slice(answer!.section.start, answer!.section.end)).toBe(answer!.section.markdown);
    expect(answer!.section.start).toBeLessThanOrEqual(answer!.start);
    expect(answer!.section.end).toBeGreaterThanOrEqual(answer!.end);
  });

  test('says what something is', async () => {
    const { kind, answer } = await ask('What is Tarn?');
    expect(kind).toBe('definition');
    expect(answer?.text).toBe('Tarn is a small build tool for static sites.');
  });

  test('finds the limit in a table by its column and row', async () => {
    const { answer } = await ask('What is the limit for meals?');
    expect(answer?.text).toContain('Meals | 35 EUR a day | not required');
  });

  test('covers each part of a question', async () => {
    const { parts } = await ask('How do I install Tarn on Linux and what does it cost?');
    expect(parts).toHaveLength(2);
    expect(parts?.[0]?.answer?.text).toContain('sudo apt install tarn');
    expect(parts?.[1]?.answer?.text).toContain('12 EUR a month');
  });

  test('completes a question from the previous one', async () => {
    const { answer } = await ask('And on Windows?', { previous: ['How do I install Tarn on Linux?'] });
    expect(answer?.text).toContain('winget install tarn');
  });
});

describe('a question without an answer', () => {
  test.each([
    'What is the capital of France?',
    'hello',
    'xyzzyplugh',
    '🦊',
    'a',
    'What is the status of order 9999?',
    'Wie hoch ist die Steuer in Dänemark?',
    'Who won the world cup in 1998?',
  ])('refuses “%s”', async (question) => {
    const { kind, answer } = await ask(question);
    expect({ kind, answer }).toEqual({ kind: 'none', answer: null });
  });

  test('may be a pasted page of 10,000 characters, which is handled quickly', async () => {
    const started = performance.now();
    await ask('Lorem ipsum dolor sit amet, consetetur sadipscing elitr. '.repeat(180));
    await ask('holiday '.repeat(2_000));
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe('the guide', () => {
  const GUIDE = `# Tools

Write a Lua tool in the studio: choose **New** and type the script.

## Holidays of a tool

A tool that is paused has holidays.

## Adding documents

To add your own documents, drop files anywhere in the window.
`;

  beforeAll(async () => {
    library = await libraryWith();
    await library.add([
      { document: { title: 'Guide', body: GUIDE, source: 'guide', content_type: 'text/markdown' } },
    ]);
  });

  test('answers questions about Perilune', async () => {
    const { answer } = await ask('How do I write a Lua tool?');
    expect(answer?.document.source).toBe('guide');
  });

  test("answers questions about an app's features where no other document does", async () => {
    const { answer } = await ask('How do I add my own documents?');
    expect(answer?.document.source).toBe('guide');
  });

  test('yields to the user’s own documents', async () => {
    const { answer, passages } = await ask('How many days of paid holiday do employees have?');
    expect(answer?.document.title).toBe('Employee handbook');
    expect(passages.map(({ source }) => source)).not.toContain('guide');
  });

  test('answers when its source is named', async () => {
    const { answer } = await ask('Which tool has holidays?', { source: 'guide' });
    expect(answer?.document.source).toBe('guide');
  });

  test('is left out of a search that excludes it, unless the search names it', async () => {
    const sources = async (options: object): Promise<string[]> =>
      (await library.search('holidays', options)).map(({ source }) => source);
    expect(await sources({})).toContain('guide');
    expect(await sources({ without: ['guide'] })).not.toContain('guide');
    expect(await sources({ without: ['guide'], source: 'guide' })).toEqual(['guide']);
  });
});

describe('the relevance of a hit', () => {
  test('is absolute: high when all words match, low when few do', async () => {
    const relevance = async (query: string): Promise<number> =>
      (await library.search(query))[0]?.relevance ?? 0;
    expect(await relevance('paid holiday')).toBeGreaterThan(0.9);
    expect(await relevance('quantum holiday entanglement')).toBeLessThan(0.5);
    expect(await relevance('xyzzyplugh')).toBe(0);
  });
});

describe('an empty or overlong question', () => {
  const BAD = [
    'q',
    '7',
    '?',
    '🎉',
    '🧑‍🚀🧑‍🚀',
    'asdkfjh qwpoei',
    '\u0000',
    '((((',
    'holiday '.repeat(1250),
    'ü'.repeat(10_000),
  ];

  test.each(BAD.map((question) => [question.slice(0, 20), question]))(
    'is handled in time: “%s”',
    async (_, question) => {
      const found = await expectWithin(150, () => ask(question));
      if (!question.startsWith('holiday')) expect(found).toMatchObject({ kind: 'none', answer: null });
    },
  );
});

describe('a question in another language', () => {
  const MESSE = `# Messehandbuch

## Aufbau

Die Halle öffnet für den Aufbau am Montag um sieben Uhr. Der Strom wird am Abend abgestellt.

## Ausweise

Jeder Stand erhält vier Ausweise. Weitere Ausweise gibt Frau Irmela Castor im Büro am Eingang aus.
`;
  let library: Library;
  beforeAll(async () => {
    library = await libraryWith();
    await library.add([
      { document: { title: 'Messe', body: MESSE, source: 'files', content_type: 'text/markdown' } },
    ]);
  });

  test.each([
    ['Wann öffnet die Halle?', 'Montag'],
    ['Wie viele Ausweise erhält ein Stand?', 'vier'],
    ['Wer gibt weitere Ausweise aus?', 'Irmela Castor'],
  ])('%s', async (question, words) => {
    const { answer } = await library.answer(question);
    expect(answer?.text).toContain(words);
  });
});
