// What an answer or a run has read that anybody may have written (design D11): documents, pages, results of tools. What is
// sent afterwards may be what that text told it to send.

/** What a run may have read, where no more is known of it. */
export const UNKNOWN_TEXT = 'the content of this conversation';

export class Taint {
  readonly #sources = new Set<string>();

  /** @param source a host, or a phrase such as `your documents` */
  add(source: string): void {
    this.#sources.add(source);
  }

  /** Everything that was read. */
  get sources(): readonly string[] {
    return [...this.#sources];
  }

  /** What was read other than from that host itself, as a phrase; undefined when nothing was. */
  besides(host: string): string | undefined {
    const others = [...this.#sources].filter((source) => source !== host);
    return others.length === 0 ? undefined : others.join(', ');
  }
}
