// Exports a conversation as readable Markdown: the shown branch, with its tool calls and sources. Pure.
import { type AnswerBlock, countText } from '../../../core/answer.ts';
import type { Conversation, FoundPart, Message, Part } from '../../../core/conversation.ts';
import type { SearchHit } from '../../../core/document.ts';

/** @param path the branch to write, oldest first */
export function markdownOf({ title, createdAt }: Conversation, path: readonly Message[]): string {
  const head = `# ${oneLine(title)}\n\n${createdAt.slice(0, 10)}`;
  return `${[head, ...path.map(messageText)].join('\n\n')}\n`;
}

function messageText(message: Message): string {
  const answerer = message.model ? ` (${oneLine(message.model)})` : '';
  const about = (message.mentions ?? []).map(({ kind, title }) => `*About the ${kind} ${oneLine(title)}*`);
  const judged = message.feedback && (message.feedback === 'up' ? '*Marked as good.*' : '*Marked as bad.*');
  return [
    message.role === 'user' ? '## Question' : `## Answer${answerer}`,
    ...about,
    partsText(message),
    judged,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** A message's content, without a heading. */
export function partsText({ parts }: Message): string {
  const isFound = parts.some(({ type }) => type === 'answer');
  return parts.flatMap((part) => (isFound && part.type === 'passages' ? [] : partText(part))).join('\n\n');
}

/** The complete answering block with its structure, and its source. */
export function foundText({ found }: FoundPart): string[] {
  const parts = found.parts ?? [{ question: '', answer: found.answer }];
  return parts.flatMap(({ question, answer }) => [
    ...(parts.length > 1 ? [`**${oneLine(question)}**`] : []),
    ...(answer
      ? [
          ...(answer.count ? [`**${countText(answer.count)}**`] : []),
          answer.markdown.trim(),
          `— ${placeText(answer)}`,
        ]
      : ['Nothing in the library answers this.']),
  ]);
}

function placeText({ document, heading, page, url }: AnswerBlock): string {
  const name = [document.title, heading].filter((text) => text !== '').join(' › ');
  return linked(`${oneLine(name)}${page === undefined ? '' : `, page ${page}`}`, url);
}

function partText(part: Part): string[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [part.text.trim()];
    case 'tool': {
      const { outcome } = part.report ?? {};
      const result = outcome?.error ? { error: outcome.error } : (outcome?.result ?? null);
      return [
        `**Tool ${part.name}**`,
        fenced('json', JSON.stringify(part.args, null, 2)),
        ...(part.report ? [fenced('json', JSON.stringify(result, null, 2))] : ['*Never finished.*']),
      ];
    }
    case 'summary':
      return [`*Summary of the earlier messages:*`, quoted(part.text)];
    case 'answer':
      return foundText(part);
    case 'passages':
      return part.hits.map((hit) => `${quoted(hit.snippet)}\n>\n> ${sourceText(hit)}`);
    case 'citations': {
      const lines = part.citations.flatMap(({ number, hit }) =>
        hit ? [`${number}. ${sourceText(hit)}`] : [],
      );
      return lines.length > 0 ? [`**Sources**`, lines.join('\n')] : [];
    }
    case 'notice':
      return part.passing ? [] : [`*${oneLine(part.text)}*`];
    case 'error':
      return [`*${oneLine(part.error.message)}*`];
    case 'reasoning':
    case 'offers':
    case 'suggestions':
      return [];
  }
}

function sourceText({ title, source_id, heading, source_url }: SearchHit): string {
  const name = oneLine([title ?? source_id, heading].filter(Boolean).join(' › '));
  return linked(name, source_url);
}

function linked(name: string, address: string | undefined): string {
  return address ? `[${name.replace(/[[\]]/g, '\\$&')}](<${address.replace(/[<>\n]/g, '')}>)` : name;
}

/** Uses a longer fence than any in the text, so that the text cannot close it. */
export function fenced(language: string, text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
