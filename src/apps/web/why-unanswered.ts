// Explains in a sentence why a request of the app got no answer, and what would help.
import { whyUnreachable } from '../../knowledge/web-page.ts';

/** @param cors headers that the server must send besides the allowed origin */
export async function whyUnanswered(url: URL, cors: Readonly<Record<string, string>> = {}): Promise<string> {
  switch (await whyUnreachable(url)) {
    case 'offline':
      return 'This device is offline. Connect it and try again.';
    case 'insecure':
      return `Browsers block https pages from reaching http addresses. Serve ${url.host} over https.`;
    case 'closed': {
      const headers = Object.entries({ 'Access-Control-Allow-Origin': location.origin, ...cors });
      const [last = '', ...before] = headers.map(([name, value]) => `“${name}: ${value}”`).toReversed();
      const list = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
      return `${url.host} responds, but does not allow this page to use it (CORS). Its operator must send ${list}.`;
    }
    case 'away':
      return `${url.host} cannot be reached. The address may be wrong, the server may be down, or the browser may need your permission to reach your local network.`;
  }
}
