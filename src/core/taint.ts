// Tracks the untrusted text that an answer or a run has read (design D11): documents, pages, results of tools.
// Requests sent afterwards may follow instructions in that text.

/** Default source when it is unknown what a run has read. */
export const UNKNOWN_TEXT = 'the content of this conversation';

export class Taint {
  readonly #sources = new Set<string>();

  /** @param source a host, or a phrase such as `your documents` */
  add(source: string): void {
    this.#sources.add(source);
  }

  /** All sources that were read. */
  get sources(): readonly string[] {
    return [...this.#sources];
  }

  /** Returns the sources other than that host itself, as a phrase; undefined when there are none. */
  besides(host: string): string | undefined {
    const others = [...this.#sources].filter((source) => source !== host);
    return others.length === 0 ? undefined : others.join(', ');
  }
}
