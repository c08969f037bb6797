// Text never becomes code: the page's policy requires Trusted Types in browsers that support them.
import { expect, test } from './support/test.ts';

test.use({
  // Otherwise the test runner itself handles `register`.
  serviceWorkers: 'allow',

  expectedErrors:
    /Trusted|require-trusted-types-for|trusted-types|worker-src|TypeError|not a script of Perilune|violates/,
});

test('text reaches no sink for scripts and HTML, and no other policy can be created', async ({ app }) => {
  const tried = await app.evaluate(async () => {
    if (!('trustedTypes' in globalThis)) return undefined;
    const frame = (): HTMLIFrameElement => document.createElement('iframe');
    const element = (): HTMLElement => document.createElement('div');
    const types = (
      globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
    ).trustedTypes;
    const html = '<img src=x onerror="window.reached = 1">';
    const ways: Record<string, () => unknown> = {
      innerHTML: () => (element().innerHTML = html),
      outerHTML: () => {
        const inside = element();
        element().append(inside);
        inside.outerHTML = html;
      },
      insertAdjacentHTML: () => element().insertAdjacentHTML('beforeend', html),
      srcdoc: () => (frame().srcdoc = html),
      'document.write': () => document.write(html),
      DOMParser: () => new DOMParser().parseFromString(html, 'text/html'),
      createContextualFragment: () => document.createRange().createContextualFragment(html),
      'an attribute with a script': () => element().setAttribute('onclick', 'window.reached = 1'),
      'the text of a script': () => (document.createElement('script').text = 'window.reached = 1'),
      'the address of a script': () => (document.createElement('script').src = 'https://evil.example/a.js'),
      'a worker of another host': () => new Worker('https://evil.example/a.js'),
      'a worker of data': () => new Worker('data:text/javascript,1'),
      'a worker of a blob': () =>
        new Worker(URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' }))),
      'a policy of its own': () => types.createPolicy('evil', { createHTML: (text: string) => text }),
      'a second default policy': () => types.createPolicy('default', { createHTML: (text: string) => text }),
    };
    const open: string[] = [];
    for (const [name, way] of Object.entries(ways)) {
      try {
        way();
        open.push(name);
      } catch {
        // It is closed.
      }
    }
    await navigator.serviceWorker
      .register('https://evil.example/sw.js')
      .then(() => open.push('a service worker of another host'))
      .catch(() => undefined);
    return { open, reached: 'reached' in window };
  });
  test.skip(tried === undefined, 'this browser has no Trusted Types');
  expect(tried).toEqual({ open: [], reached: false });
});
