// Sends requests of the app through the companion extension where it may reach the host, and otherwise as the page.
import type { Extensions } from '../../core/extensions.ts';
import { Failure } from '../../core/errors.ts';
import type { WayOut } from '../../core/ports/way-out.ts';
import type { FetchChannel } from '../../sandbox/http/fetch-frame.ts';
import { FetchFrames, RedirectBlocked } from '../../sandbox/http/fetch-frame.ts';

type Offers = Pick<Extensions, 'of'>;

/** Undefined: the page's own `fetch`. */
async function wayTo(extensions: Offers, url: URL): Promise<WayOut | undefined> {
  const [way] = await extensions.of('wayOut');
  return (await way?.takes(url)) ? way : undefined;
}

export function outFetch(extensions: Offers): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, document.baseURI);
    const way = await wayTo(extensions, url);
    return way ? way.fetch(input, init) : fetch(input, init);
  };
}

/** The channels of tools: the extension gets the origins that the tool may reach, and follows redirects only there. */
export function outChannels(extensions: Offers) {
  const frames = new FetchFrames(document);
  return {
    async open(sources: readonly string[]): Promise<FetchChannel> {
      let framed: Promise<FetchChannel> | undefined;
      return {
        async fetch(url, init) {
          const way = await wayTo(extensions, new URL(url));
          if (way) return throughWay(way, url, init, sources);
          framed ??= frames.open(sources);
          return (await framed).fetch(url, init);
        },
        release: () =>
          void framed?.then(
            (channel) => channel.release(),
            () => undefined,
          ),
      };
    },
    close: () => frames.close(),
  };
}

async function throughWay(
  way: WayOut,
  url: string,
  init: RequestInit,
  sources: readonly string[],
): Promise<Response> {
  try {
    return await way.fetch(url, init, sources);
  } catch (problem) {
    const isRedirect =
      problem instanceof Failure && (problem.details as { redirect?: true } | undefined)?.redirect === true;
    throw isRedirect ? new RedirectBlocked() : problem;
  }
}
