// Restores saved prompts from a backup. Prompts from an untrusted file keep their origin, like those of any file.
import { checkPrompt, PROMPT_LIMITS, type SavedPrompt } from '../../core/saved-prompt.ts';
import { FROM_BACKUP } from '../../core/origin-text.ts';
import { UNSEEN } from '../../base/unseen.ts';
import { readKept, shownName } from '../prompts.ts';
import { verdict, type Restoring, type Tally } from './restoring.ts';

/** @param here the present record @returns the restored one */
export function withRestored(restoring: Restoring, tally: Tally, here: unknown, given: unknown) {
  const prompts = new Map(readKept(here).map((prompt) => [prompt.name, prompt]));
  let left = 0;
  for (const prompt of readKept(given)) {
    const known = prompts.get(prompt.name);
    const isFull = !known && prompts.size >= PROMPT_LIMITS.prompts;
    if (!restoring.trust && (isFull || !isUsable(prompt))) {
      left += 1;
      continue;
    }
    if (!verdict(restoring, tally, known !== undefined)) continue;
    const restored: SavedPrompt = restoring.trust
      ? prompt
      : { ...prompt, ...seenOf(prompt), file: shownName(prompt.file ?? FROM_BACKUP) };
    prompts.set(prompt.name, { ...restored, id: known?.id ?? crypto.randomUUID() });
  }
  if (left > 0) restoring.note({ code: 'prompts_left_out', count: left });
  return { prompts: [...prompts.values()] };
}

function seenOf({ text, description }: SavedPrompt): Pick<SavedPrompt, 'text' | 'description'> {
  return { text: text.replaceAll(UNSEEN, ''), description: description.replaceAll(UNSEEN, '') };
}

/** One that a form would save: none takes the name of a command. */
function isUsable(prompt: SavedPrompt): boolean {
  try {
    return checkPrompt(prompt).name === prompt.name;
  } catch {
    return false;
  }
}
