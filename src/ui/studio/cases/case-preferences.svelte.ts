// Testing preferences: stored in this browser for all tools, and not essential.
const KEY = 'perilune-cases';

class CasePreferences {
  /** Run cases on save. */
  #onSave = $state(false);
  /** Show line coverage in the code. */
  #marks = $state(true);

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { onSave?: unknown; marks?: unknown };
      this.#onSave = kept.onSave === true;
      this.#marks = kept.marks !== false;
    } catch {
      // Without storage, each page starts with the defaults.
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
