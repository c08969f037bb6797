// Gives a canvas access to the app: a canvas is mounted inside a text, outside the app's components.
import { withResolvers } from '../../base/with-resolvers.ts';
import type { App } from '../../apps/web/app.ts';

const { promise, resolve } = withResolvers<App>();

/** Resolves within seconds of the start. */
export const canvasApp = promise;

export function giveApp(app: App): void {
  resolve(app);
}
