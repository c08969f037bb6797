// The subject of a digest: its documents, title and size.
import type { App } from '../../../apps/web/app.ts';
import type { Mention } from '../../../core/conversation.ts';
import { tokensOfSize, type DigestKind } from '../../../core/digest.ts';
import { tokensOf } from '../../../core/tokens.ts';

export type DigestSubject =
  { kind: 'document'; id: string; title: string; body: string } | { kind: 'source'; name: string };

/** Maximum number of documents of a source to count and read. */
const MOST = 1000;

export const DIGEST_LABELS: Readonly<Record<DigestKind, string>> = {
  summary: 'Summarize',
  study_guide: 'Study guide',
  questions: 'Questions',
};

export function questionOf(kind: DigestKind, subject: DigestSubject): string {
  const name = `“${nameOf(subject)}”`;
  switch (kind) {
    case 'summary':
      return `Summarize ${name}`;
    case 'study_guide':
      return `Make a study guide from ${name}`;
    case 'questions':
      return `Write questions and answers about ${name}`;
  }
}

export function nameOf(subject: DigestSubject): string {
  return subject.kind === 'document' ? subject.title : subject.name;
}

export function mentionOf(subject: DigestSubject): Mention {
  return subject.kind === 'document'
    ? { kind: 'document', id: subject.id, title: subject.title }
    : { kind: 'source', id: subject.name, title: subject.name };
}

export interface SubjectSize {
  documents: number;
  tokens: number;
}

/** @throws Failure when the library cannot be read */
export async function sizeOf(
  knowledge: Pick<App['knowledge'], 'list'>,
  subject: DigestSubject,
): Promise<SubjectSize> {
  if (subject.kind === 'document') return { documents: 1, tokens: tokensOf(subject.body) };
  const { documents } = await knowledge.list({ source: subject.name, limit: MOST });
  return {
    documents: documents.length,
    tokens: tokensOfSize(documents.reduce((sum, { size }) => sum + size, 0)),
  };
}
