// Web pages as Markdown, as tools ask for them. A feature answers.

declare module '../extensions.ts' {
  interface ExtensionPoints {
    pageReader: { open(): Promise<PageReader> };
  }
}

export interface ReadPage {
  title?: string;
  author?: string;
  /** The address that the page says is its own. */
  url?: string;
  /** ISO 8601, as the page says it. */
  updated_at?: string;
  markdown: string;
}

export interface PageReader {
  /**
   * The main content of a page; its links lead where they lead on the page.
   * @param address where it came from; absent: links into its own site lead nowhere
   * @throws Failure `bad_request` for what is no readable page, `timeout`
   */
  read(page: Uint8Array, address: string | undefined, signal: AbortSignal): Promise<ReadPage>;
}
