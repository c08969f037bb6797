// Saved prompts, in one record of the settings, because they are few and small. Every change is one transaction.
import { freeName } from '../base/free-name.ts';
import { Failure } from '../core/errors.ts';
import {
  checkPrompt,
  PROMPT_LIMITS,
  type PromptDraft,
  type ReadPrompts,
  type SavedPrompt,
} from '../core/saved-prompt.ts';
import { isObject } from '../base/json.ts';
import { UNSEEN } from '../base/unseen.ts';
import type { Database } from './database.ts';
import { SettingsList } from './settings-list.ts';

/** Key of the record. */
export const PROMPTS = 'prompts';

export class PromptTable {
  readonly #kept: SettingsList<SavedPrompt>;

  constructor(db: Database) {
    this.#kept = new SettingsList(db, { key: PROMPTS, what: 'the prompts', read: readKept });
  }

  /** Lists prompts by name. @throws Failure `unavailable` */
  list(): Promise<SavedPrompt[]> {
    return this.#kept.list();
  }

  /**
   * Saves a prompt. One from a file is the person's own once its text is another.
   * @param id of the prompt to change; absent for a new one
   * @throws Failure `bad_request` that says what to change
   */
  async save(draft: PromptDraft, id?: string): Promise<void> {
    const saved: SavedPrompt = { ...checkPrompt(draft), id: id ?? crypto.randomUUID(), modifiedAt: now() };
    await this.#change((kept) => {
      const before = kept.find((one) => one.id === id);
      const isTheirs = before?.file !== undefined && before.text.trim() === saved.text;
      const prompt = isTheirs ? { ...saved, file: before.file! } : saved;
      if (kept.some((one) => one.name === prompt.name && one.id !== id))
        throw new Failure('bad_request', `There is already a prompt /${prompt.name}. Choose another name.`);
      return [...kept.filter((one) => one.id !== id), prompt];
    });
  }

  /** Restores a removed prompt. */
  restore(prompt: SavedPrompt): Promise<void> {
    return this.#change((kept) => [...kept.filter(({ id }) => id !== prompt.id), prompt]);
  }

  remove(id: string): Promise<void> {
    return this.#change((kept) => kept.filter((one) => one.id !== id));
  }

  /** Adds the prompts of a file; taken names get a number. @param file its name, which is stored with them */
  async add({ prompts }: Pick<ReadPrompts, 'prompts'>, file: string): Promise<void> {
    await this.#change((kept) => withAdded(kept, prompts, file));
  }

  onChange(listener: () => void): () => void {
    return this.#kept.onChange(listener);
  }

  #change(change: (kept: SavedPrompt[]) => SavedPrompt[]): Promise<void> {
    return this.#kept.change((before) => {
      const prompts = change(before);
      if (prompts.length > Math.max(PROMPT_LIMITS.prompts, before.length))
        throw new Failure(
          'bad_request',
          `You can keep at most ${PROMPT_LIMITS.prompts} prompts. Remove some first.`,
        );
      return prompts;
    });
  }
}

/** @param file the origin of the added prompts */
export function withAdded(
  kept: readonly SavedPrompt[],
  added: readonly PromptDraft[],
  file: string,
): SavedPrompt[] {
  const all = [...kept];
  for (const draft of added) {
    const same = all.find(({ name, text }) => name === draft.name && text === draft.text);
    if (same) continue;
    const name = freeName(
      draft.name,
      (free) => all.some((one) => one.name === free),
      (number) => `${draft.name.slice(0, 36)}-${number}`,
    );
    all.push({ ...draft, name, id: crypto.randomUUID(), file: shownName(file), modifiedAt: now() });
  }
  return all;
}

/** The name of a file as it is shown, without characters that could disguise it. */
export function shownName(file: string): string {
  return file.replaceAll(UNSEEN, '').slice(0, 200);
}

/** Reads the stored prompts, which may be from another version or an untrusted backup. */
export function readKept(value: unknown): SavedPrompt[] {
  const entries = isObject(value) && Array.isArray(value['prompts']) ? value['prompts'] : [];
  return entries
    .filter(isObject)
    .flatMap(({ id, name, description, text, file, modifiedAt }): SavedPrompt[] => {
      const texts = [id, name, description, text, modifiedAt];
      if (!texts.every((one) => typeof one === 'string')) return [];
      const prompt = { id, name, description, text, modifiedAt } as SavedPrompt;
      return [typeof file === 'string' ? { ...prompt, file } : prompt];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function now(): string {
  return new Date().toISOString();
}
