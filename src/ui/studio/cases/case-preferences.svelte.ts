// How a person likes to test: kept in this browser for all tools, forgotten without harm.
const KEY = 'perilune-cases';

class CasePreferences {
  /** Saving a tool runs its cases. */
  #onSave = $state(false);
  /** The code shows which lines were reached. */
  #marks = $state(true);

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { onSave?: unknown; marks?: unknown };
      this.#onSave = kept.onSave === true;
      this.#marks = kept.marks !== false;
    } catch {
      // Without a storage it begins anew with each page.
    }
  }

  get onSave(): boolean {
    return this.#onSave;
  }

  set onSave(on: boolean) {
    this.#onSave = on;
    this.#keep();
  }

  get marks(): boolean {
    return this.#marks;
  }

  set marks(on: boolean) {
    this.#marks = on;
    this.#keep();
  }

  #keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ onSave: this.#onSave, marks: this.#marks }));
    } catch {
      // As above.
    }
  }
}

export const casePreferences = new CasePreferences();
