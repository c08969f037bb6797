// What a hostile or careless server lists and answers comes out plain, bounded, or not at all.
import { describe, expect, it } from 'vitest';
import { readContents, readPrompt, readPromptText, readResource, readTemplate } from './read-content.ts';
import { readSampling } from './sampling.ts';

describe('a list', () => {
  it.each([
    null,
    'text',
    {},
    { uri: 7 },
    { uri: '' },
    { uri: `a:${'x'.repeat(3000)}` },
    { uri: 'a:\u202Eb' },
  ])('leaves out a resource that cannot be read: %j', (given) => expect(readResource(given)).toBeUndefined());

  it('takes characters away that nobody sees', () => {
    expect(readResource({ uri: 'a:b', name: 'x\u{E0041}y', description: 'un\u200Bseen' })).toEqual({
      uri: 'a:b',
      name: 'xy',
      description: 'unseen',
    });
    expect(readTemplate({ uriTemplate: 'a:{b}', name: 'b' })).toMatchObject({ isTemplate: true });
  });

  it('bounds the arguments of a prompt, and leaves out those without a name', () => {
    const args = [{}, { name: '__proto__' }, ...Array.from({ length: 60 }, (_, i) => ({ name: `a${i}` }))];
    const prompt = readPrompt({ name: 'p', arguments: args });
    expect(prompt?.arguments.length).toBeLessThanOrEqual(20);
    expect(prompt?.arguments[0]).toEqual({ name: 'a0', required: false });
    expect(readPrompt({ name: 'a\u0000b' })).toBeUndefined();
  });
});

describe('an answer', () => {
  it('gives text and bytes, and leaves out what is neither', () => {
    const contents = [{ uri: 'a:b', text: 'hi' }, { blob: btoa('\u0001\u0002') }, { blob: '!' }, null, {}];
    expect(readContents({ contents }, 'a:asked')).toEqual([
      { uri: 'a:b', text: 'hi' },
      { uri: 'a:asked', bytes: Uint8Array.of(1, 2) },
    ]);
    expect(() => readContents({ contents: [] }, 'a:b')).toThrow('returned nothing for a:b');
    expect(() => readContents('no', 'a:b')).toThrow();
  });

  it('of a prompt is one text; who speaks is told where both do, and what is left out is named', () => {
    const text = (role: string, text: string) => ({ role, content: { type: 'text', text } });
    expect(readPromptText({ messages: [text('user', 'a'), text('user', 'b')] }, 'p').text).toBe('a\n\nb');
    expect(readPromptText({ messages: [text('user', 'a'), text('assistant', 'b')] }, 'p').text).toBe(
      'User: a\n\nAssistant: b',
    );
    const resource = { role: 'user', content: { type: 'resource', resource: { uri: 'a:b', text: 'inner' } } };
    const image = { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } };
    expect(readPromptText({ messages: [resource, image] }, 'p')).toEqual({
      text: 'inner',
      notes: ['The prompt also has a picture, which was left out.'],
    });
    expect(() => readPromptText({ messages: [image] }, 'p')).toThrow("no text for the prompt 'p'");
  });
});

describe('a request for sampling', () => {
  const message = { role: 'user', content: { type: 'text', text: 'hi' } };
  it.each([
    undefined,
    {},
    { messages: [] },
    { messages: [message], tools: [] },
    { messages: [{ role: 'system', content: message.content }] },
    { messages: [{ role: 'user', content: { type: 'image', data: 'AAAA' } }] },
    { messages: Array.from({ length: 51 }, () => message) },
    { messages: [{ role: 'user', content: { type: 'text', text: '\u200B' } }] },
  ])('is refused when it cannot be shown: %j', (params) => expect(readSampling(params)).toBeUndefined());

  it('is read', () => {
    expect(readSampling({ messages: [message], systemPrompt: 'Be\u202E kind' })).toEqual({
      system: 'Be kind',
      messages: [{ role: 'user', text: 'hi' }],
    });
  });
});
