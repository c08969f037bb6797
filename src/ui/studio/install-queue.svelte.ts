// Lua files waiting to be looked at and installed, one after another.

class InstallQueue {
  #files = $state.raw<readonly File[]>([]);

  get current(): File | undefined {
    return this.#files[0];
  }

  /** How many come after the current one. */
  get waiting(): number {
    return Math.max(0, this.#files.length - 1);
  }

  add(files: readonly File[]): void {
    this.#files = [...this.#files, ...files];
  }

  next(): void {
    this.#files = this.#files.slice(1);
  }

  clear(): void {
    this.#files = [];
  }
}

export const installQueue = new InstallQueue();
