// Restores saved prompts from a backup. Prompts from an untrusted file keep their origin, like those of any file.
import type { SavedPrompt } from '../../core/saved-prompt.ts';
import { readKept } from '../prompts.ts';
import { verdict, type Restoring, type Tally } from './restoring.ts';

const FROM_BACKUP = 'a backup';

/** @param here the present record @returns the restored one */
export function withRestored(restoring: Restoring, tally: Tally, here: unknown, given: unknown) {
  const prompts = new Map(readKept(here).map((prompt) => [prompt.name, prompt]));
  for (const prompt of readKept(given)) {
    const known = prompts.get(prompt.name);
    if (!verdict(restoring, tally, known !== undefined)) continue;
    const restored: SavedPrompt = restoring.trust ? prompt : { ...prompt, file: prompt.file ?? FROM_BACKUP };
    prompts.set(prompt.name, { ...restored, id: known?.id ?? crypto.randomUUID() });
  }
  return { prompts: [...prompts.values()] };
}
