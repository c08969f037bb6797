// Automations, in one record of the settings.
import {
  AUTOMATION_LIMITS,
  checkAutomation,
  readAutomations,
  type Automation,
  type AutomationDraft,
  type AutomationRun,
  type AutomationTask,
} from '../core/automation.ts';
import { isSameJson } from '../base/same-json.ts';
import type { Json } from '../base/json.ts';
import { Failure } from '../core/errors.ts';
import type { Database } from './database.ts';
import { SettingsList } from './settings-list.ts';

/** Key of the record. */
export const AUTOMATIONS = 'automations';

export class AutomationTable {
  readonly #kept: SettingsList<Automation>;

  constructor(db: Database) {
    this.#kept = new SettingsList(db, { key: AUTOMATIONS, what: 'the automations', read: readAutomations });
  }

  /** Oldest first. @throws Failure `unavailable` */
  list(): Promise<Automation[]> {
    return this.#kept.list();
  }

  /**
   * Saves an automation. A new one is on. An imported one becomes the user's own once its task changes.
   * @param id of the one to change; absent for a new one
   * @throws Failure `bad_request` that says what to change
   */
  async save(draft: AutomationDraft, id?: string): Promise<void> {
    const checked = checkAutomation(draft);
    const now = new Date().toISOString();
    await this.#kept.change((kept) => {
      const before = kept.find((one) => one.id === id);
      if (!before) {
        if (kept.length >= AUTOMATION_LIMITS.automations)
          throw new Failure('bad_request', 'You have 100 automations, the maximum. Remove some.');
        const made = { ...checked, id: crypto.randomUUID(), on: true, since: now, createdAt: now, runs: [] };
        return [...kept, made];
      }
      const { from, ...own } = before;
      const isTheirs = from !== undefined && isSameTask(before.task, checked.task);
      const saved = { ...own, ...checked, since: now, ...(isTheirs && { from }) };
      return kept.map((one) => (one.id === id ? saved : one));
    });
  }

  /** Switches it on or off. Times that passed while it was off don't count. */
  switch(id: string, on: boolean): Promise<void> {
    return this.#change(id, (one) => ({ ...one, on, since: new Date().toISOString() }));
  }

  /** Adds a run, or changes it. The oldest ones are dropped. */
  record(id: string, run: AutomationRun): Promise<void> {
    return this.#change(id, (one) => {
      const others = one.runs.filter((other) => other.id !== run.id);
      const runs = [run, ...others].sort((a, b) => b.at.localeCompare(a.at));
      return { ...one, runs: runs.slice(0, AUTOMATION_LIMITS.runs) };
    });
  }

  remove(id: string): Promise<void> {
    return this.#kept.change((kept) => kept.filter((one) => one.id !== id));
  }

  /** Restores a removed automation. */
  restore(automation: Automation): Promise<void> {
    return this.#kept.change((kept) => [...kept.filter(({ id }) => id !== automation.id), automation]);
  }

  onChange(listener: () => void): () => void {
    return this.#kept.onChange(listener);
  }

  #change(id: string, change: (one: Automation) => Automation): Promise<void> {
    return this.#kept.change((kept) => kept.map((one) => (one.id === id ? change(one) : one)));
  }
}

/** Another profile or collection leaves a question the text of its author. */
function isSameTask(before: AutomationTask, after: AutomationTask): boolean {
  if (before.kind === 'question' && after.kind === 'question') return before.text === after.text;
  return isSameJson(before as Json, after as Json);
}
