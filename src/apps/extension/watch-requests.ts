// Watches the extension's own requests through the browser: which server answered, and where it redirects to. `fetch`
// reveals neither.
import { chrome, type SeenRequest } from './chrome.ts';
import type { Seen, Surroundings } from './granted-fetch.ts';

/** Milliseconds between an answer and the browser's report of it. Chromium 156 takes 5. */
const LATE = 3000;
/** Fragments stay in the browser; servers never see them. */
const MARK = 'perilune-';

interface Waiting {
  resolve(seen: Seen): void;
}

const waiting = new Map<string, Waiting>();
let last = 0;

/** Must be called when the extension starts: later listeners would miss events that woke it. */
export function startWatching(): void {
  const tell = ({ url, tabId, ip, statusCode, redirectUrl }: SeenRequest): void => {
    // A request of a tab.
    if (tabId !== -1) return;
    waiting.get(new URL(url).hash.slice(1))?.resolve({
      status: statusCode,
      ...(ip !== undefined && { ip }),
      ...(redirectUrl !== undefined && { target: redirectUrl }),
    });
  };
  const filter = { urls: ['http://*/*', 'https://*/*'] };
  chrome.webRequest.onBeforeRedirect.addListener(tell, filter);
  chrome.webRequest.onResponseStarted.addListener(tell, filter);
}

export const watch: Surroundings['watch'] = (url) => {
  const mark = `${MARK}${++last}`;
  const marked = new URL(url);
  marked.hash = mark;
  let answered = (): void => undefined;
  const seen = new Promise<Seen | undefined>((resolve) => {
    waiting.set(mark, { resolve });
    answered = () => setTimeout(() => resolve(undefined), LATE);
  });
  return {
    marked: marked.href,
    get seen() {
      answered();
      return seen;
    },
    end: () => waiting.delete(mark),
  };
};
