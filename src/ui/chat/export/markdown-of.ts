// A conversation as a Markdown text for people: the branch shown, with its tool calls and sources. Pure.
import type { Conversation, Message, Part } from '../../../core/conversation.ts';
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

/** What a message holds, without a heading. */
export function partsText({ parts }: Message): string {
  return parts.flatMap(partText).join('\n\n');
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
      return [`*What came before, summed up:*`, quoted(part.text)];
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
      return [];
  }
}

function sourceText({ title, source_id, heading, source_url }: SearchHit): string {
  const name = oneLine([title ?? source_id, heading].filter(Boolean).join(' › '));
  return source_url ? `[${name.replace(/[[\]]/g, '\\$&')}](<${source_url.replace(/[<>\n]/g, '')}>)` : name;
}

/** A fence longer than any that the text holds, so that the text cannot end it. */
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
