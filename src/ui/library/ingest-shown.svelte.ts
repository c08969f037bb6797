// Whether adding documents has anything to show: all the shell knows until that code loads.

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
