// Web pages as Markdown, for tools. A feature provides it.

declare module '../extensions.ts' {
  interface ExtensionPoints {
    pageReader: { open(): Promise<PageReader> };
  }
}

export interface ReadPage {
  title?: string;
  author?: string;
  /** The canonical address that the page declares. */
  url?: string;
  /** ISO 8601, as declared by the page. */
  updated_at?: string;
  markdown: string;
}

export interface PageReader {
  /**
   * Returns the main content of a page, with links resolved.
   * @param address of the page; if absent, relative links lead nowhere
   * @throws Failure `bad_request` for an unreadable page, `timeout`
   */
  read(page: Uint8Array, address: string | undefined, signal: AbortSignal): Promise<ReadPage>;
}
