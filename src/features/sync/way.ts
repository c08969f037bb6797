// Requests of sync: through the companion extension where it reaches the host, otherwise as the page.
import type { App } from '../../apps/web/app.ts';
import type {} from '../../core/ports/way-out.ts';

export function fetchFor(app: App): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const [way] = await app.extensions.of('wayOut');
    return (await way?.takes(url)) ? way!.fetch(input, init) : fetch(input, init);
  };
}
