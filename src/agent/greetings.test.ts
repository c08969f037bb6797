// Greetings are recognised among questions.
import { describe, expect, it } from 'vitest';
import { greetingIn } from './greetings.ts';

describe('greetingIn', () => {
  it.each([
    ['hello', 'hello'],
    ['Hi!', 'hello'],
    ['Good morning, Perilune', 'hello'],
    ['hello 👋', 'hello'],
    ['Thanks!', 'thanks'],
    ['Thank you very much.', 'thanks'],
    ['What can you do?', 'help'],
    ['help', 'help'],
    ["What's this", undefined],
    ['¿Qué puedes hacer?', 'help'],
    ['Was können Sie tun?', 'help'],
    ['Que pouvez-vous faire ?', 'help'],
    ['何ができますか？', 'help'],
    ['你能做什么？', 'help'],
    ['ماذا يمكنك أن تفعل؟', 'help'],
    ['こんにちは', 'hello'],
    ['Bonjour !', 'hello'],
    ['你好', 'hello'],
    ['السلام عليكم', 'hello'],
    ['hello world example in Lua', undefined],
    ['help with a broken index', undefined],
    ['who are you to say what a tool may do', undefined],
    ['hi fi', undefined],
    ['', undefined],
  ])('%s', (question, kind) => expect(greetingIn(question)).toBe(kind));

  it('handles a pasted page quickly', () => {
    expect(greetingIn('hello '.repeat(5000))).toBeUndefined();
  });
});
