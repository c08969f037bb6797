// Loads SQLite once the library has a table: the first question to it then waits for nothing but its answer.
import type { DocumentMeta } from '../../core/document.ts';
import { isTabular } from '../../core/table.ts';

interface Documents {
  list(options: { limit: number; offset: number }): Promise<{ documents: DocumentMeta[] }>;
  onChange(listener: () => void): () => void;
}

/** Newest documents to look at. An older table is loaded when a question needs it. */
const LATEST = 50;
/** Milliseconds: a folder that is being added changes the library many times. */
const SETTLED = 2_000;

/** @param load called once, and never without a table */
export async function prepareTables(documents: Documents, load: () => void): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLoaded = false;
  const look = async (): Promise<void> => {
    const { documents: latest } = await documents.list({ limit: LATEST, offset: 0 });
    if (isLoaded || !latest.some(isTabular)) return;
    isLoaded = true;
    stop();
    load();
  };
  const stop = documents.onChange(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void look().catch(() => undefined), SETTLED);
  });
  await look();
}

/** Tells whether a download must wait until it is needed. */
export function sparesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; type?: string } };
  return connection?.saveData === true || connection?.type === 'cellular';
}
