// Reads a chat file and stores its chats.
import type { ChatImport } from '../../ui/extension-points.ts';
import { importWords, keepImported } from './keep-imported.ts';
import { readExport } from './read-export.ts';

export const takeFile: ChatImport['take'] = async (file, conversations, onProgress) => {
  const read = await readExport(file);
  const report = await keepImported(conversations, read, (done, all) => {
    if (done % 20 === 0) onProgress(`Chat ${done + 1} of ${all}…`);
  });
  return importWords(read.program, report, read.leftOut).join(' ');
};
