// The App, as Svelte context.
import { getContext, setContext } from 'svelte';
import type { App } from '../apps/web/app.ts';

const KEY = Symbol('app');

export function provideApp(app: App): void {
  setContext(KEY, app);
}

export function useApp(): App {
  return getContext<App>(KEY);
}
