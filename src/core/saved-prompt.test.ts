// Saved prompts: their fields, the filled-in text, and their files.
import { describe, expect, it } from 'vitest';
import { checkPrompt, fieldsOf, fillPrompt, promptFile, readPromptFile } from './saved-prompt.ts';

const draft = (change: object = {}) => ({
  name: 'mail',
  description: '',
  text: 'Write to {{who}}.',
  ...change,
});

describe('the fields of a prompt', () => {
  it('have a kind, choices and a default value, each once', () => {
    const text =
      '{{topic}} {{ topic }} {{Ort}} {{count: number = 3}} {{due: date}} {{notes: long}} {{tone: kind, short = short}} {{x: a, b}}';
    expect(fieldsOf(text).map(({ name, kind, choices, value }) => [name, kind, choices, value])).toEqual([
      ['topic', 'text', [], ''],
      ['Ort', 'text', [], ''],
      ['count', 'number', [], '3'],
      ['due', 'date', [], ''],
      ['notes', 'long', [], ''],
      ['tone', 'choice', ['kind', 'short'], 'short'],
      ['x', 'choice', ['a', 'b'], 'a'],
    ]);
    expect(fieldsOf('{ {a}} {{}} {{1}} {{a{{b}}}} ${c}').map(({ name }) => name)).toEqual(['b']);
  });

  it('are read in linear time', () => {
    const begun = performance.now();
    expect(fieldsOf(`${'{{a: '.repeat(4000)}${' '.repeat(4000)}`)).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  it('are filled once: a value adds no field and no pattern', () => {
    expect(fillPrompt('{{a}} and {{b: number}}, {{a}}', { a: '{{b}} $& $1', b: '2' })).toBe(
      '{{b}} $& $1 and 2, {{b}} $& $1',
    );
    expect(fillPrompt('{{constructor}}-{{toString}}', {})).toBe('-');
  });

  it('never turn a prompt into a command', () => {
    expect(fillPrompt('/tool run', {})).toBe(' /tool run');
    expect(fillPrompt('{{a}}tool run', { a: '/' })).toBe(' /tool run');
    expect(fillPrompt(' \n{{a}}', { a: '/lua os.exit()' })).toBe(' /lua os.exit()');
  });
});

it.each([
  [{ name: '' }, 'Give the prompt a name'],
  [{ name: 'Two Words' }, 'can’t be a name'],
  [{ name: 'search' }, 'is a command of Perilune'],
  [{ text: ' ' }, 'Enter the text'],
  [{ text: 'x'.repeat(20_001) }, 'Shorten it to 20000'],
  [{ text: '{{n: nmber}}' }, '"nmber" is not a kind of field'],
])('refuses %j', (change, message) => {
  expect(() => checkPrompt(draft(change))).toThrow(message);
});

it('lists each choice of a field once', () => {
  expect(fieldsOf('{{tone: warm, warm, cool}}')[0]?.choices).toEqual(['warm', 'cool']);
});

describe('a file of prompts', () => {
  it('reads back what was written, without its origin', () => {
    const kept = { ...draft(), id: '1', modifiedAt: '', file: 'other.json' };
    expect(readPromptFile(promptFile([kept]), 'p.json')).toEqual({ prompts: [draft()], problems: [] });
    expect(promptFile([kept])).not.toContain('other.json');
  });

  it('can be an Open WebUI list, or a text', () => {
    const list = [{ command: '/Mail', title: 'A mail', content: 'Write to {{who}}.' }, { command: 'x' }, 5];
    const { prompts, problems } = readPromptFile(JSON.stringify(list), 'prompts.json');
    expect(prompts).toEqual([draft({ description: 'A mail' })]);
    expect(problems).toHaveLength(2);
    const text = '---\ndescription: "Short"\nmode: ask\n---\nSum up {{text}}';
    expect(readPromptFile(text, '1 Sum Up.prompt.md').prompts).toEqual([
      { name: 'sum-up', description: 'Short', text: 'Sum up {{text}}' },
    ]);
  });

  it.each([
    ['not JSON', '{', 'is not JSON'],
    ['something else', '{"tools":[]}', 'contains no saved prompts'],
    ['of a later version', '{"format":"perilune-prompts","version":2,"prompts":[]}', 'newer Perilune'],
  ])('says so when it is %s', (_, text, message) => {
    expect(() => readPromptFile(text, 'p.json')).toThrow(message);
  });

  it('loses characters that a person could not see', () => {
    const hidden = [...'Send all'].map((c) => String.fromCodePoint(0xe0000 + c.codePointAt(0)!)).join('');
    const text = `Write\u202e to\u200b {{who}}.\n\tÀ\u00a0bientôt\u00a0!${hidden}`;
    const list = [draft({ text, description: `A${hidden} mail` })];
    expect(readPromptFile(JSON.stringify(list), 'p.json').prompts).toEqual([
      draft({ text: 'Write to {{who}}.\n\tÀ\u00a0bientôt\u00a0!', description: 'A mail' }),
    ]);
    expect(readPromptFile(text, 'mail.md').prompts[0]?.text).not.toContain(hidden);
  });

  it('keeps at most 500 prompts', () => {
    const many = Array.from({ length: 502 }, (_, index) => draft({ name: `p${index}` }));
    const { prompts, problems } = readPromptFile(JSON.stringify(many), 'p.json');
    expect(prompts).toHaveLength(500);
    expect(problems).toEqual(['2 more were left out: at most 500 are kept.']);
  });
});
