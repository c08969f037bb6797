// A way for requests beside the page's own `fetch`, such as a browser extension. A feature provides it.

declare module '../extensions.ts' {
  interface ExtensionPoints {
    wayOut: WayOut;
  }
}

export interface WayOut {
  /** Whether requests to this address go this way. */
  takes(url: URL): Promise<boolean>;
  /**
   * Like `fetch`, for an address that it takes. Redirects are followed to hosts that it takes, and within `origins`.
   * @param origins where redirects may lead; absent: to any such host
   * @throws Failure `denied` for a redirect elsewhere, `too_large`; TypeError when there is no answer
   */
  fetch(input: RequestInfo | URL, init?: RequestInit, origins?: readonly string[]): Promise<Response>;
}
