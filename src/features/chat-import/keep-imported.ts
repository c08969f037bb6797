// Stores chats read from a file. Existing chats stay unchanged.
import type { App } from '../../apps/web/app.ts';
import type { Imported } from './imported.ts';
import { language } from '../../ui/texts/texts.ts';

export interface ImportReport {
  added: number;
  /** Chats that already existed. */
  known: number;
  messages: number;
  /** Chats that could not be saved. */
  failed: number;
}

export async function keepImported(
  conversations: Pick<App['conversations'], 'get' | 'restore'>,
  imported: Imported,
  onProgress: (done: number, all: number) => void,
): Promise<ImportReport> {
  const report: ImportReport = { added: 0, known: 0, messages: 0, failed: 0 };
  for (const [index, one] of imported.conversations.entries()) {
    onProgress(index, imported.conversations.length);
    try {
      if (await conversations.get(one.conversation.id)) report.known++;
      else {
        await conversations.restore(one);
        report.added++;
        report.messages += one.messages.length;
      }
    } catch {
      report.failed++;
    }
  }
  return report;
}

/** Describes what was imported and what was not, in sentences. */
export function importWords(
  program: string,
  report: ImportReport,
  leftOut: ReadonlyMap<string, number>,
): string[] {
  const count = (number: number, one: string, many = `${one}s`): string =>
    `${number.toLocaleString(language)} ${number === 1 ? one : many}`;
  const lines = [
    `${count(report.added, 'chat')} with ${count(report.messages, 'message')} came from ${program}.`,
  ];
  if (report.known > 0)
    lines.push(
      `${count(report.known, 'chat was', 'chats were')} already here, so Perilune left them unchanged.`,
    );
  if (report.failed > 0) lines.push(`Couldn’t save ${count(report.failed, 'chat')}.`);
  if (leftOut.size > 0) {
    const parts = [...leftOut].map(([what, number]) => `${what} (${number.toLocaleString(language)})`);
    lines.push(`Left out: ${parts.join(', ')}.`);
  }
  return lines;
}
