// The progress of semantic search in words. Pure.
import type { EmbeddingStatus } from '../../core/embedding.ts';
import { sentence } from './sentence.ts';
import { language } from '../texts/texts.ts';

const NUMBER = new Intl.NumberFormat(language);

export interface EmbeddingWords {
  /** A short line: what is happening. */
  title: string;
  /** Additional information; empty if there is none. */
  detail: string;
  /** 0 to 1, while there is something to wait for. */
  share?: number;
}

export function embeddingWords(status: EmbeddingStatus): EmbeddingWords {
  const words = wordsOf(status);
  const { lost = 0, phase, done, total } = status;
  if (lost === 0 || phase === 'off' || phase === 'failed' || done >= total) return words;
  const why =
    lost === 1
      ? 'The browser lost the embedding of one passage. Perilune is recreating it.'
      : `The browser lost the embeddings of ${NUMBER.format(lost)} passages. Perilune is recreating them.`;
  return { ...words, detail: [words.detail, why].filter((part) => part !== '').join(' ') };
}

function wordsOf(status: EmbeddingStatus): EmbeddingWords {
  const { phase, done, total, loaded = 0, error = '' } = status;
  const passages = `${NUMBER.format(done)} of ${NUMBER.format(total)} passages`;
  const share = total > 0 ? done / total : 0;
  switch (phase) {
    case 'off':
      return { title: 'Semantic search is off.', detail: 'Search uses keywords only.' };
    case 'loading':
      return loaded < 1
        ? { title: 'Loading the model', detail: `${Math.round(loaded * 100)}%`, share: loaded }
        : { title: 'Starting the model', detail: 'The first start takes a few seconds.', share: 1 };
    case 'working':
      return { title: `${passages} indexed`, detail: paceText(status), share };
    case 'paused':
      return {
        title: 'Paused.',
        detail: `${passages} are indexed. Keyword search finds the others.`,
        share,
      };
    case 'ready':
      return {
        title: 'Ready.',
        detail: total === 1 ? 'The passage is indexed.' : `All ${NUMBER.format(total)} passages are indexed.`,
      };
    case 'failed':
      return { title: 'Semantic search stopped.', detail: sentence(error), share };
    case 'waiting':
      return done > 0
        ? { title: 'Waiting.', detail: `${passages} are indexed.`, share }
        : {
            title: 'Not started yet.',
            detail: 'Indexing starts with your first search or document.',
          };
  }
}

/** The speed, and an estimate of the remaining time. */
function paceText({ done, total, speed, device }: EmbeddingStatus): string {
  const where = device === undefined ? [] : [device];
  if (speed === undefined || speed <= 0) return where.join('');
  const each = speed >= 10 ? String(Math.round(speed)) : String(Number(speed.toFixed(1)));
  return [...where, `${each} passages a second`, leftText((total - done) / speed)].join(', ');
}

function leftText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return 'less than a minute left';
  if (minutes < 90) return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`;
  const hours = Math.round(minutes / 60);
  return `about ${hours} hours left`;
}
