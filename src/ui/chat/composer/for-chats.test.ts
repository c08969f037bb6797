// Models offered in a chat's menu.
import { expect, it } from 'vitest';
import { isForChats } from './for-chats.ts';

it.each([
  ...['text-embedding-3-small', 'nomic-embed-text:latest', 'mxbai-embed-large', 'BAAI/bge-m3', 'all-minilm'],
  ...['whisper-1', 'tts-1-hd', 'gpt-4o-mini-tts', 'gpt-4o-transcribe', 'dall-e-3', 'gpt-image-1', 'sora-2'],
  ...['omni-moderation-latest', 'cohere/rerank-v3.5'],
])('leaves out %s', (model) => expect(isForChats(model)).toBe(false));

it.each([
  'gpt-5',
  'llama3.2:3b',
  'claude-opus-4',
  'mistral-embedded',
  'qwen2.5-vl',
  'imagine-7b',
  'o3',
  'scripted',
])('offers %s', (model) => expect(isForChats(model)).toBe(true));
