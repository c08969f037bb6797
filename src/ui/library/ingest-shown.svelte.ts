// Whether there is anything to see of documents on their way in: all that the shell knows of them until then.

class IngestShown {
  #on = $state(false);

  get on(): boolean {
    return this.#on;
  }

  set(on: boolean): void {
    this.#on = on;
  }
}

export const ingestShown = new IngestShown();
