// Saved prompts in the composer: found by name, put into the field, or filled in first.
import type { App } from '../../../apps/web/app.ts';
import type { Mention } from '../../../core/conversation.ts';
import { originText } from '../../../core/origin-text.ts';
import { t } from '../../texts/texts.ts';
import type { PromptToFill } from './server-prompts.ts';
import { fieldsOf, fillPrompt, type SavedPrompt } from '../../../core/saved-prompt.ts';

/** A prompt whose form is open. */
export interface OpenPrompt {
  prompt: SavedPrompt;
  rest: string;
}

/** What the composer has open in a dialog. */
export type ChatParameters = 'model' | 'profile' | 'tools' | 'second' | OpenPrompt | PromptToFill | undefined;

/** Empty if they can't be read, because commands work without them. */
export async function promptsOf(app: Pick<App, 'extensions' | 'storage'>): Promise<readonly SavedPrompt[]> {
  try {
    const [source] = await app.extensions.of('promptSource');
    return (await source?.list(app as App)) ?? [];
  } catch {
    return [];
  }
}

/** The prompt of `/name rest`. */
export async function promptIn(
  app: Pick<App, 'extensions' | 'storage'>,
  text: string,
): Promise<OpenPrompt | undefined> {
  const [, name, rest = ''] = /^\/([a-z][a-z0-9_-]*)(?:\s+([\s\S]*))?$/i.exec(text) ?? [];
  if (name === undefined) return undefined;
  const prompt = (await promptsOf(app)).find((one) => one.name === name.toLowerCase());
  return prompt && { prompt, rest: rest.trim() };
}

interface Field {
  draft: { text: string; mention(mention: Mention): void };
  parameters: unknown;
}

/** Opens the form of a prompt. A prompt without fields goes into the composer, so that the user reads it first. */
export function openPrompt(composer: Field, { prompt, rest }: OpenPrompt): void {
  if (fieldsOf(prompt.text).length > 0) composer.parameters = { prompt, rest };
  else putPrompt(composer, prompt, [fillPrompt(prompt.text, {}), rest].filter(Boolean).join('\n\n'));
}

/** A prompt from a file stays marked with that file. */
export function putPrompt({ draft }: Pick<Field, 'draft'>, prompt: SavedPrompt, text: string): void {
  draft.text = text;
  if (prompt.file === undefined) return;
  draft.mention({
    kind: 'prompt',
    id: prompt.id,
    title: `/${prompt.name}, from ${originText(prompt.file, t)}`,
  });
}
