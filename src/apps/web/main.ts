// The app: builds one App, mounts the interface, opens the page API. Inside another page it does none of this.
import '../../ui/connect/returned.ts';
import { openPageApi } from './early-page-api.ts';
import '../../ui/texts/texts.ts';
import { mount } from 'svelte';
import '../../ui/theme.css';
import '../../ui/components/icons.css';
import '../../ui/components/utilities.css';
import { openApp } from './app.ts';
import { isNotLoaded } from './load-part.ts';
import { allowOwnScripts } from './own-scripts.ts';
import Root from '../../ui/Root.svelte';
import { sentence } from '../../ui/components/sentence.ts';
import { toasts } from '../../ui/components/toasts.svelte.ts';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
if (window.top === window.self) start(target);
else void import('../../ui/shell/framing.ts').then(({ startFramed }) => startFramed(target, start));

function start(target: HTMLElement): void {
  allowOwnScripts();
  const opening = openApp({
    onBlocked: () => toasts.problem('Another tab runs an older version of Perilune. Close it to continue.'),
    onClosed: (why) =>
      toasts.offer(
        why === 'outdated'
          ? 'A newer version of Perilune is open in another tab. Reload this tab to continue.'
          : 'The browser closed the storage. Reload to continue.',
        'Reload',
        () => location.reload(),
      ),
    onLost: (loss) => toasts.offer(loss, 'Restore a backup', () => (location.hash = '#/settings?at=storage')),
  });
  openPageApi(opening);
  // Reports failures nothing else reports: a dialog or panel that failed to load.
  addEventListener('unhandledrejection', (event) => {
    if (!isNotLoaded(event.reason)) return;
    event.preventDefault();
    toasts.offer(sentence(event.reason.message), 'Reload', () => location.reload());
  });

  mount(Root, { target, props: { opening } });

  // After the first screen, so as not to compete with it for the network.
  const ready = opening.then((app) => app.ready).catch(() => undefined);
  // Only when something is linked: see `HAS_LINKS`.
  const watch = async (): Promise<void> => {
    if (!localStorage.getItem('perilune:has-links')) return;
    const { localLinks } = await import('../../ui/studio/local/local-links.svelte.ts');
    await localLinks.start(await opening);
  };
  ready.then(watch).catch(() => undefined);
  const update = async (): Promise<void> => (await import('../../ui/shell/updates.ts')).followUpdates();
  if (import.meta.env.PROD)
    void ready.then(() => setTimeout(() => void update().catch(() => undefined), 1000));
}
