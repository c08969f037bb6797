// What a model writes is words: with the page's own policy switched off, so that the sanitiser stands alone, nothing is
// fetched, nothing runs, nothing poses as a part of the app.
import type { LLMock } from '@copilotkit/aimock';
import { connectModel, startFaulty, startModel, type FaultyServer } from './support/model.ts';
import { expect, openApp, test } from './support/test.ts';

let model: LLMock;
let foreign: FaultyServer;
const seen: string[] = [];

test.beforeEach(async () => {
  seen.length = 0;
  model = await startModel();
  foreign = await startFaulty((response, path) => {
    seen.push(path);
    response.end('x');
  });
});
test.afterEach(async () => {
  await model.stop();
  await foreign.stop();
});

/** Ways to fetch, to run, to pose; `U` stands for an address whose owner wants to hear from us. */
const VECTORS = [
  '![image](U/md-image)',
  '![reference][r]\n\n[r]: U/md-reference',
  '<img src="U/img">',
  '<img src=x srcset="U/srcset 1x, U/srcset2 2x">',
  '<img loading=lazy src="U/lazy">',
  '<picture><source srcset="U/picture"><img src="U/picture-img"></picture>',
  '<video src="U/video" poster="U/poster" autoplay></video>',
  '<audio src="U/audio" autoplay></audio>',
  '<video><source src="U/source"><track default src="U/track"></video>',
  '<p style="background:url(U/style)">styled</p>',
  '<p style="background-image:image-set(url(U/image-set) 1x)">styled</p>',
  '<style>body{background:url(U/style-tag)} @import url(U/import);</style>',
  '<link rel="stylesheet" href="U/stylesheet">',
  '<link rel="prefetch" href="U/prefetch"><link rel="dns-prefetch" href="U/dns"><link rel="preload" as="image" href="U/preload">',
  '<table background="U/table-background"><tr><td background="U/td-background">t</td></tr></table>',
  '<body background="U/body-background">',
  '<input type="image" src="U/input-image">',
  '<select><option style="background:url(U/option)">o</option></select>',
  '<svg><image href="U/svg-image" width="9" height="9"/></svg>',
  '<svg><image xlink:href="U/svg-xlink"/></svg>',
  '<svg><filter id="f"><feImage href="U/fe-image"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>',
  '<svg><rect fill="url(U/paint#p)" width="9" height="9"/></svg>',
  '<svg><use href="U/svg-use#x"/></svg>',
  '<svg><style>@import "U/svg-style";</style></svg>',
  '<svg onload="window.pwned=1"></svg>',
  '<svg><script>window.pwned=2</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.pwned=3">',
  '<iframe src="U/iframe"></iframe><iframe srcdoc="<script>parent.pwned=4</script>"></iframe>',
  '<object data="U/object"></object><embed src="U/embed">',
  '<script src="U/script"></script><script>window.pwned=5</script>',
  '<meta http-equiv="refresh" content="0;url=U/meta-refresh">',
  '<base href="U/base/">',
  '<form action="U/form" id="app"><input name="x" autofocus onfocus="window.pwned=6"><button>Allow once</button></form>',
  '<img src=x onerror="window.pwned=7">',
  '<details open ontoggle="window.pwned=8">d</details>',
  '<a href="javascript:window.pwned=9" id="js">javascript</a>',
  '<a href="&#106;avascript:window.pwned=10">entity</a> <a href=" java\tscript:window.pwned=11">tab</a>',
  '[markdown](javascript:window.pwned=12) [data](data:text/html,<script>window.pwned=13</script>)',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">data</a> <a href="blob:x">blob</a>',
  '<a href="U/ping-target" ping="U/ping">ping</a>',
  '<p id="main">clobber</p><a id="perilune" name="perilune">1</a><a id="perilune" name="tools">2</a><p class="button primary">pose</p>',
  '<noscript><p title="</noscript><img src=x onerror=window.pwned=14>">',
  '<template><img src="U/template" onerror="window.pwned=15"></template>',
  '<dialog open>pose</dialog><p popover>pose</p><p hidden contenteditable>edit</p><marquee onstart="window.pwned=16">m</marquee>',
  '[the bank](https://bank.example@evil.example/login)',
];

test.use({
  bypassCSP: true,
  serviceWorkers: 'block',
});

test('nothing that a model writes is fetched, run, or posed', async ({ page }) => {
  const url = foreign.baseUrl.replace('/v1', '');
  // A paragraph before and after each, so that one that is left open cannot hide the next.
  const content = `${VECTORS.join('\n\nnext\n\n').replaceAll('U/', `${url}/`)}\n\nThe end of it.`;
  model.onMessage(/show/, { content });
  await openApp(page);
  await connectModel(page, { baseUrl: `${model.url}/v1` });
  await page.getByRole('textbox', { name: /ask/i }).fill('show');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('article', { name: 'Answer' });
  await expect(answer).toContainText('The end of it.', { timeout: 60_000 });
  await page.waitForTimeout(800);

  expect(seen).toEqual([]);
  expect(page.url()).toContain('#/chat');
  const found = await answer.locator('.prose').evaluate((prose) => {
    const all = [...prose.querySelectorAll('*')];
    const keepsRoom = (node: Element): boolean =>
      node.parentElement === prose && /^--room: \d+(\.\d+)?[a-z]+;$/.test(node.getAttribute('style') ?? '');
    const ours = (node: Element): boolean =>
      node.matches('.code, .table, button.cite, button.copy') || keepsRoom(node);
    return {
      ran: (window as unknown as { pwned?: number }).pwned,
      api: typeof window.perilune.tools.list,
      tags: [...new Set(all.map(({ localName }) => localName))].filter((name) =>
        /^(img|picture|source|video|audio|track|svg|math|style|link|meta|base|script|iframe|object|embed|form|input|select|option|template|dialog|noscript|marquee)$/.test(
          name,
        ),
      ),
      attributes: all
        .filter((node) => !ours(node))
        .flatMap((node) => node.getAttributeNames())
        .filter((name) => /^(on|id$|name$|style$|src|background|ping$|poster$|popover$|data-)/.test(name)),
      classes: all.filter((node) => !ours(node) && node.parentElement !== prose && node.hasAttribute('class'))
        .length,
      links: [...prose.querySelectorAll('a')].map(({ protocol, rel, target }) => ({ protocol, rel, target })),
      bank: [...prose.querySelectorAll('a')].find(({ textContent }) => textContent === 'the bank')?.title,
    };
  });
  expect(found).toMatchObject({
    ran: undefined,
    api: 'function',
    tags: [],
    attributes: [],
    classes: 0,
    bank: 'evil.example',
  });
  expect(found.links.length).toBeGreaterThan(3);
  for (const link of found.links.filter(({ protocol }) => protocol !== ':')) {
    expect(link).toEqual({
      protocol: expect.stringMatching(/^https?:$/),
      rel: 'noopener noreferrer nofollow',
      target: '_blank',
    });
  }
});
