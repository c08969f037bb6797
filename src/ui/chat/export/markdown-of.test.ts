// Exporting a chat as Markdown.
import { expect, it } from 'vitest';
import type { Message } from '../../../core/conversation.ts';
import { fenced, markdownOf } from './markdown-of.ts';

const message = (role: Message['role'], more: Partial<Message>): Message => ({
  id: role,
  conversation: 'c',
  seq: 0,
  role,
  parts: [],
  createdAt: '',
  ...more,
});

it('writes questions, answers, calls, sources and feedback, and no thinking', () => {
  const text = markdownOf(
    { id: 'c', title: 'Tides\nand moons', createdAt: '2026-01-02T03:04:05Z', modifiedAt: '' },
    [
      message('user', {
        parts: [{ type: 'text', text: 'Why?' }],
        mentions: [{ kind: 'source', id: 's', title: 'Sea' }],
      }),
      message('assistant', {
        model: 'm',
        feedback: 'up',
        parts: [
          { type: 'reasoning', text: 'secret thought' },
          { type: 'tool', id: 't', name: 'tide', args: { at: 1 }, state: 'running' },
          { type: 'text', text: 'Gravity [1].' },
        ],
      }),
    ],
  );
  expect(text).toBe(
    '# Tides and moons\n\n2026-01-02\n\n## Question\n\n*About the source Sea*\n\nWhy?\n\n## Answer (m)\n\n**Tool tide**\n\n' +
      '```json\n{\n  "at": 1\n}\n```\n\n*Never finished.*\n\nGravity [1].\n\n*Marked as good.*\n',
  );
});

it('fences a text that contains fences', () => {
  expect(fenced('md', '```\n````')).toBe('`````md\n```\n````\n`````');
});
