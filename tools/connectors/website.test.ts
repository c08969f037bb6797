// A website by its sitemap, against a server that has one: robots.txt rules, sitemap indexes, broken parts, and later
// scans.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TrialConnector, TrialWeb, type Answer } from './scan-trial.ts';

let web: TrialWeb;
let connector: TrialConnector;
beforeAll(async () => {
  web = await new TrialWeb().start();
  connector = await TrialConnector.load('website', web);
});
afterAll(() => web.stop());

let site: Record<string, Answer>;
const page = (title: string, more = ''): Answer => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title> ${title}\n &amp; more</title>${more}</head><body><main>Text of ${title}</main></body></html>`,
});
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Of paths, optionally with the date of their change. */
const sitemap = (...entries: (string | [string, string])[]): Answer => ({
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><urlset xmlns="${NAMESPACE}">${entries
    .map((entry) => {
      const [path, day] = typeof entry === 'string' ? [entry] : entry;
      const url = path.startsWith('http') ? path : `${web.origin}${path}`;
      return `<url><loc>\n${url.replaceAll('&', '&amp;')}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`;
    })
    .join('')}</urlset>`,
});

beforeEach(() => {
  web.reset();
  site = {
    '/robots.txt': { body: 'User-agent: *\nDisallow: /private\nAllow: /private/open$\nSitemap: /ignored' },
    '/sitemap.xml': sitemap(
      '/',
      ['/docs/a', '2026-01-02'],
      '/docs/b?x=1&y=2',
      '/private/c',
      '/private/open',
      'http://other.example/d',
    ),
    '/': page('Home'),
    '/docs/a': page('A'),
    '/docs/b?x=1&y=2': page('B'),
    '/private/open': page('Open'),
  };
  web.answer = ({ path }) => site[path];
});

const scan = (more: object = {}) => connector.scan({ url: web.origin, ...more });
const paths = async (more: object = {}) => (await scan(more)).items.map(({ source_id }) => source_id);

describe('pages', () => {
  it('are imported completely, from this host only, as far as robots.txt allows', async () => {
    const { items, partial } = await scan();
    expect(items.map(({ source_id }) => source_id)).toEqual([
      '/',
      '/docs/a',
      '/docs/b?x=1&y=2',
      '/private/open',
    ]);
    expect(items[1]).toEqual({
      source: 'script:website',
      source_id: '/docs/a',
      title: 'A & more',
      body: expect.stringContaining('<main>Text of A</main>') as string,
      content_type: 'text/html',
      source_url: `${web.origin}/docs/a`,
      updated_at: '2026-01-02T00:00:00.000Z',
    });
    expect(partial).toBeUndefined();
    expect(web.asked).not.toContain('/private/c');
  });

  it('are selected by path, up to the limit', async () => {
    expect(await paths({ include: '/docs/*' })).toEqual(['/docs/a', '/docs/b?x=1&y=2']);
    expect(await paths({ exclude: '*open, /docs/a' })).toEqual(['/', '/docs/b?x=1&y=2']);
    const { items, partial } = await scan({ max_pages: 2 });
    expect([items.length, partial]).toEqual([2, true]);
  });

  it('are left out if they are not HTML, missing, or excluded from indexing', async () => {
    site['/'] = page('Home', '<meta content="noindex, follow" name="robots">');
    site['/docs/a'] = { headers: { 'content-type': 'application/pdf' }, body: '%PDF' };
    delete site['/private/open'];
    const { items, partial } = await scan();
    expect(items.map(({ source_id }) => source_id)).toEqual(['/docs/b?x=1&y=2']);
    expect(partial).toBeUndefined();
  });

  it('that fail are named in the log, and then nothing counts as deleted', async () => {
    site['/docs/a'] = { status: 500 };
    const { items, partial, logs } = await scan();
    expect([items.length, partial]).toEqual([3, true]);
    expect(logs).toContain('/docs/a: status 500');
    web.answer = ({ path }) => (/robots|sitemap/.test(path) ? site[path] : { status: 403 });
    await expect(scan()).rejects.toThrow('no page could be read; the last: /private/open: status 403');
  });

  it('are imported in several calls if there are many', async () => {
    const many = Array.from({ length: 90 }, (_, i) => `/p/${i}`);
    site['/sitemap.xml'] = sitemap(...many);
    for (const path of many) site[path] = page(path);
    const { items, calls } = await scan();
    expect([items.length, calls]).toEqual([90, 3]);
    expect(web.asked.filter((path) => path === '/sitemap.xml')).toHaveLength(1);
  });

  it('are later limited to those that changed, or have no date', async () => {
    const { items, partial } = await scan({ last_scan: '2026-02-01T00:00:00Z' });
    expect(items.map(({ source_id }) => source_id)).toEqual(['/', '/docs/b?x=1&y=2', '/private/open']);
    expect(partial).toBe(true);
    site['/sitemap.xml'] = sitemap(['/docs/a', '2026-02-01']);
    expect(await paths({ last_scan: '2026-02-01T12:00:00Z' })).toEqual(['/docs/a']);
  });
});

describe('sitemaps', () => {
  it('can be named by robots.txt or the user, and listed in an index', async () => {
    site['/robots.txt'] = { body: `Sitemap: ${web.origin}/index.xml\nsitemap: http://other.example/s.xml` };
    site['/index.xml'] = {
      body: `<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>${web.origin}/one.xml</loc></sitemap><sitemap><loc>${web.origin}/index.xml</loc></sitemap>
        <sitemap><loc>http://other.example/x.xml</loc></sitemap><sitemap><loc>${web.origin}/broken.xml</loc></sitemap></sitemapindex>`,
    };
    site['/one.xml'] = sitemap('/docs/a');
    site['/broken.xml'] = { status: 500 };
    const { items, partial, logs } = await scan();
    expect(items.map(({ source_id }) => source_id)).toEqual(['/docs/a']);
    expect(partial).toBe(true);
    expect(logs.join('\n')).toContain('a sitemap of another host was not read: http://other.example/x.xml');
    expect(web.asked.filter((path) => path === '/index.xml')).toHaveLength(2);
    expect(await paths({ url: `${web.origin}/one.xml` })).toEqual(['/docs/a']);
  });

  it.each<[string, Answer | undefined, string]>([
    ['missing', undefined, 'there is no sitemap at http'],
    ['a web page', page('Not found'), 'there is no sitemap at http'],
    [
      'packed',
      { body: gzipSync('<urlset/>') },
      'the sitemap is packed with gzip, which a script cannot unpack',
    ],
    ['forbidden', { status: 403 }, 'the sitemap answered with status 403'],
    ['no XML', { body: 'nothing' }, 'the sitemap cannot be read: there is no XML in it'],
  ])('that are %s are reported', async (_, answer, message) => {
    if (answer) site['/sitemap.xml'] = answer;
    else delete site['/sitemap.xml'];
    await expect(scan()).rejects.toThrow(message);
  });
});

describe('robots.txt', () => {
  it('applies rules for us before those for all, and the longest one wins', async () => {
    site['/robots.txt'] = {
      body: 'User-agent: *\nDisallow: /\n\nUser-agent: Other\nUser-agent: Perilune\nDisallow: /docs # all\nAllow: /docs/b\nDisallow: /*open',
    };
    expect(await paths()).toEqual(['/', '/docs/b?x=1&y=2', '/private/c'].filter((path) => site[path]));
  });

  it('forbids nothing if missing, and everything if it fails', async () => {
    delete site['/robots.txt'];
    site['/private/c'] = page('C');
    expect(await paths()).toContain('/private/c');
    site['/robots.txt'] = { status: 503 };
    await expect(scan()).rejects.toThrow('robots.txt of the site answered with status 503; try again later');
  });
});
