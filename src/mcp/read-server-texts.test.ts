// Lists, results and questions of a hostile server, and how they are parsed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuestion } from './read-question.ts';
import { readResult } from './read-result.ts';
import { readTool } from './read-tools.ts';

const SCHEMA = { type: 'object', properties: {} };

describe('a tool in a list', () => {
  it('is read with its title and hints, which must have the right types', () => {
    expect(
      readTool({
        name: 'rm',
        title: 'Remove',
        description: 'Removes',
        inputSchema: SCHEMA,
        annotations: { readOnlyHint: 'yes', destructiveHint: true, title: 'x' },
        icons: [{ src: 'https://tracker.example/x.png' }],
      }),
    ).toEqual({
      name: 'rm',
      title: 'Remove',
      description: 'Removes',
      parameters: SCHEMA,
      hints: { destructive: true },
    });
  });

  it('hides nothing from a person that a model reads', () => {
    const tags = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    const read = readTool({
      name: 'a',
      description: `Reads\u202e a \u200bfile${tags}\u0000\u001b[2J`,
      inputSchema: { type: 'object', properties: { 'x\u200b': { description: `p${tags}` } } },
    });
    expect(read?.description).toBe('Reads a file[2J');
    expect(JSON.stringify(read?.parameters)).toBe('{"type":"object","properties":{"x":{"description":"p"}}}');
  });

  it('is dropped when its name has invisible characters', () => {
    for (const name of ['', 'a\u202eb', 'a\nb\u0000', 'x'.repeat(129), 7, undefined])
      expect(readTool({ name, inputSchema: SCHEMA })).toBeUndefined();
  });

  it('with an endless description or schema is cut, or cannot be called', () => {
    expect(
      readTool({ name: 'a', description: 'x'.repeat(10 ** 6), inputSchema: SCHEMA })?.description,
    ).toHaveLength(8000);
    let deep: unknown = { type: 'string' };
    for (let level = 0; level < 5000; level++) deep = { anyOf: [deep] };
    for (const inputSchema of [
      { type: 'object', properties: { x: deep } },
      { type: 'object', properties: { x: { enum: Array.from({ length: 10 ** 5 }, (_, n) => n) } } },
    ]) {
      expect(readTool({ name: 'a', inputSchema })).toMatchObject({
        parameters: SCHEMA,
        problem: expect.stringMatching(/too long or too deeply nested/) as string,
      });
    }
    expect(readTool({ name: 'a', inputSchema: { type: 'string' } })?.problem).toMatch('no argument schema');
  });

  it('that runs only as a background task cannot be called', () => {
    const support = (taskSupport: string) =>
      readTool({ name: 'a', inputSchema: SCHEMA, execution: { taskSupport } })?.problem;
    expect(support('required')).toMatch('only as a background task');
    expect(support('optional')).toBeUndefined();
  });

  it('never breaks the parser', () => {
    fc.assert(
      fc.property(fc.anything(), fc.jsonValue(), (anything, json) => {
        readTool(anything);
        const read = readTool({ name: 'a', inputSchema: json, annotations: anything, description: anything });
        expect(read?.parameters.type).toBe('object');
      }),
    );
  });
});

describe('a result', () => {
  it('is its structured content, otherwise its text; other content is named', () => {
    const image = { type: 'image', data: 'A'.repeat(1_200_000), mimeType: 'image/png' };
    expect(
      readResult({ structuredContent: { a: 1 }, content: [{ type: 'text', text: '{"a":1}' }] }, 't'),
    ).toEqual({ a: 1 });
    expect(readResult({ structuredContent: { a: 1 }, content: [image] }, 't')).toEqual({
      a: 1,
      not_shown: ['[image image/png, 879 KB, not shown]'],
    });
    expect(
      readResult(
        {
          content: [
            { type: 'text', text: 'hello' },
            image,
            { type: 'resource_link', uri: 'https://x.example/a', name: 'A' },
            { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
          ],
        },
        't',
      ),
    ).toBe(
      'hello\n[image image/png, 879 KB, not shown]\n[link https://x.example/a A]\n[resource file:///a]\ninside',
    );
  });

  it('shows pictures and sounds as files', () => {
    const content = [
      { type: 'text', text: 'A map' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'BBBB', mimeType: 'audio/mpeg' },
    ];
    const files = [
      { kind: 'image', content_type: 'image/png', data: 'AAAA' },
      { kind: 'file', content_type: 'audio/mpeg', data: 'BBBB' },
    ];
    expect(readResult({ content }, 't')).toEqual({ text: 'A map', files });
    expect(readResult({ content: content.slice(1) }, 't')).toEqual({ files });
    const embedded = (blob: string, mimeType?: string) => ({
      type: 'resource',
      resource: { uri: 'demo://1', blob, mimeType },
    });
    expect(
      readResult({ content: [embedded('AAAA', 'image/png'), embedded('BBBB', 'audio/mpeg')] }, 't'),
    ).toEqual({ files });
    expect(readResult({ content: [embedded('AAAA', 'application/gzip'), embedded('AAAA')] }, 't')).toBe(
      '[resource demo://1 application/gzip, 3 bytes, not shown]\n[resource demo://1 , 3 bytes, not shown]',
    );
    expect(readResult({ structuredContent: { files: 3 }, content }, 't')).toEqual({
      files: 3,
      shown_files: files,
    });
  });

  it("that is an error becomes one with the server's text, as does one that is too large", () => {
    const answer = (given: unknown) => () => readResult(given, 't');
    expect(answer({ isError: true, content: [{ type: 'text', text: 'no' }] })).toThrow(
      expect.objectContaining({ code: 'tool_error', message: 'no' }),
    );
    expect(answer({ content: [{ type: 'text', text: 'x'.repeat(2 ** 21) }] })).toThrow(/larger than 1 MB/);
  });
});

describe('a question', () => {
  it('is a form of texts, numbers, choices and checkboxes', () => {
    const read = readQuestion({
      message: 'Who?\u202e',
      requestedSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name', minLength: 2, pattern: '(a+)+$' },
          age: { type: 'integer', minimum: 1 },
          size: {
            type: 'string',
            oneOf: [
              { const: 's', title: 'Small' },
              { const: 'l', title: 'Large' },
            ],
          },
          sure: { type: 'boolean', default: false },
          tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
        },
        required: ['name', 'nobody'],
      },
    });
    expect(read).toEqual({
      message: 'Who?',
      what: {
        kind: 'form',
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string', title: 'Name', minLength: 2 },
            age: { type: 'integer', minimum: 1 },
            size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
            sure: { type: 'boolean', default: false },
            tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
          },
          required: ['name'],
        },
      },
    });
  });

  it('names its choices by their titles, in each form that servers write', () => {
    const field = (given: object) => {
      const read = readQuestion({
        message: '',
        requestedSchema: { type: 'object', properties: { hero: given } },
      });
      return read?.what.kind === 'form' ? read.what.schema.properties?.['hero'] : undefined;
    };
    const options = [{ const: 'h1', title: 'Super\u202eman' }, { const: 'h2' }];
    const named = { type: 'string', enum: ['h1', 'h2'], enumNames: ['Superman', 'h2'] };
    expect(field({ type: 'string', oneOf: options })).toEqual(named);
    expect(field({ type: 'string', enum: ['h1', 'h2'], enumNames: ['Superman'] })).toEqual(named);
    expect(field({ type: 'array', items: { anyOf: options } })).toEqual({ type: 'array', items: named });
    expect(field({ type: 'string', enum: ['h1'], enumNames: 'Superman' })).toEqual({
      type: 'string',
      enum: ['h1'],
    });
  });

  it('is not shown unless it is a flat form or an https address', () => {
    const form = (properties: object) =>
      readQuestion({ message: '', requestedSchema: { type: 'object', properties } });
    expect(form({ a: { type: 'object', properties: {} } })).toBeUndefined();
    expect(form({ a: { type: 'array', items: { type: 'string' } } })).toBeUndefined();
    expect(
      form(Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`f${n}`, { type: 'string' }]))),
    ).toBeUndefined();
    for (const url of ['javascript:alert(1)', 'http://x.example', 'data:text/html,x', 7])
      expect(readQuestion({ mode: 'url', message: '', url })).toBeUndefined();
    expect(readQuestion({ mode: 'url', message: 'Pay', url: 'https://pay.example/x' })?.what).toEqual({
      kind: 'url',
      url: 'https://pay.example/x',
    });
    expect(readQuestion(null)).toBeUndefined();
  });
});
