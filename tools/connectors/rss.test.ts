// The feed reader, against real-world feeds: three formats, their dialects, and broken ones.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentInput } from '../../src/core/document.ts';
import { TrialConnector, TrialWeb } from './scan-trial.ts';

let web: TrialWeb;
let rss: TrialConnector;
beforeAll(async () => {
  web = await new TrialWeb().start();
  rss = await TrialConnector.load('rss', web);
});
afterAll(() => web.stop());
beforeEach(() => web.reset());

async function read(
  body: string | Buffer,
  more: object = {},
  type = 'application/xml',
): Promise<DocumentInput[]> {
  web.answer = () => ({ headers: { 'content-type': type }, body });
  return (await rss.scan({ url: `${web.origin}/blog/feed.xml`, ...more })).items;
}

const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
  <title>Herons &amp; more</title><link>/blog/</link>
  <atom:link href="https://example.com/feed.xml" rel="self"/>
  <item>
    <title><![CDATA[First <em>heron</em> &amp; friends]]></title>
    <link>/blog/first</link>
    <guid isPermaLink="false">tag:1</guid>
    <pubDate>Fri, 02 Jan 2026 04:04:05 +0100</pubDate>
    <dc:creator>Ada</dc:creator>
    <category>birds</category><category>water</category>
    <description>Short.</description>
    <content:encoded><![CDATA[<p>Long, with a <a href="../about?x=1&y=2">link</a> <img src="//cdn.example.com/a.png">]]></content:encoded>
  </item>
  <item>
    <title>Second &#8211; plain</title>
    <guid>https://example.com/second</guid>
    <author>ben@example.com (Ben)</author>
    <description>Five &lt; six, and &lt;b&gt;bold&lt;/b&gt;</description>
    <pubDate>Sat, 3 Jan 26 10:00 EST</pubDate>
  </item>
  <item><title>Only a title</title></item>
</channel></rss>`;

describe('RSS 2.0', () => {
  it('imports entries with their full text, absolute links, and dates in UTC', async () => {
    const [first, second, third] = await read(RSS);
    expect(first).toEqual({
      source: 'script:rss',
      source_id: 'tag:1',
      title: 'First heron & friends',
      source_url: `${web.origin}/blog/first`,
      author: 'Ada',
      created_at: '2026-01-02T03:04:05.000Z',
      updated_at: '2026-01-02T03:04:05.000Z',
      content_type: 'text/html',
      body: `<p>Long, with a <a href="${web.origin}/about?x=1&amp;y=2">link</a> <img src="http://cdn.example.com/a.png">`,
      metadata: { feed: 'Herons & more', tags: ['birds', 'water'] },
    });
    expect(second).toMatchObject({
      source_id: 'https://example.com/second',
      source_url: 'https://example.com/second',
      title: 'Second – plain',
      author: 'Ben',
      updated_at: '2026-01-03T15:00:00.000Z',
      content_type: 'text/html',
      body: 'Five < six, and <b>bold</b>',
    });
    expect(third).toMatchObject({ body: 'Only a title', content_type: 'text/plain' });
    expect(third?.source_id).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('keeps entries that have left the feed, and imports no more than requested', async () => {
    web.answer = () => ({ body: RSS });
    const { items, partial } = await rss.scan({ url: `${web.origin}/f`, limit: 1 });
    expect(items).toHaveLength(1);
    expect(partial).toBe(true);
  });
});

it("reads Atom: HTML, XHTML and text, xml:base, the feed's author, and the right one of several links", async () => {
  const items = await read(`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/blog/">
    <title type="html">Notes &amp;amp; such</title><author><name>Cara</name></author>
    <entry><id>urn:1</id><title>One</title><updated>2026-01-02T03:04:05.678+02:00</updated>
      <link rel="enclosure" href="a.mp3"/><link rel="self" href="1.atom"/><link href="one"/>
      <content type="html">&lt;p&gt;Hi &lt;a href="two"&gt;two&lt;/a&gt;</content><summary>no</summary></entry>
    <entry><id>urn:2</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">T<b>wo</b></div></title>
      <link rel="alternate" href="/two"/><published>2026-01-01</published><author><name>Dan</name></author>
      <category term="x"/><content type="xhtml" xml:base="deep/"><x:div xmlns:x="http://www.w3.org/1999/xhtml"><x:p>A &lt; B <x:a href="c">c</x:a></x:p></x:div></content></entry>
    <entry><id>urn:3</id><title>Three</title><content type="image/png">iVBO</content><summary>Plain &amp; simple</summary><updated>soon</updated></entry>
  </feed>`);
  expect(items).toMatchObject([
    {
      source_id: 'urn:1',
      author: 'Cara',
      source_url: 'https://example.org/blog/one',
      updated_at: '2026-01-02T01:04:05.000Z',
      body: '<p>Hi <a href="https://example.org/blog/two">two</a>',
      content_type: 'text/html',
      metadata: { feed: 'Notes & such' },
    },
    {
      title: 'Two',
      author: 'Dan',
      source_url: 'https://example.org/two',
      body: '<p>A &lt; B <a href="https://example.org/blog/deep/c">c</a></p>',
      updated_at: '2026-01-01T00:00:00.000Z',
      metadata: { tags: ['x'] },
    },
    { body: 'Plain & simple', content_type: 'text/plain' },
  ]);
  expect(items[2]?.updated_at).toBeUndefined();
});

it('reads RSS 1.0, whose items are siblings of the channel', async () => {
  const items =
    await read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
    xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>Old</title></channel>
    <item rdf:about="https://example.com/1"><title>One</title><link>https://example.com/1</link><dc:date>2026-01-02T03:04Z</dc:date>
    <description>Text</description></item></rdf:RDF>`);
  expect(items).toMatchObject([
    {
      source_id: 'https://example.com/1',
      body: 'Text',
      updated_at: '2026-01-02T03:04:00.000Z',
      metadata: { feed: 'Old' },
    },
  ]);
});

describe('malformed XML', () => {
  it('is read as far as possible: missing end tags, bare characters, unknown entities', async () => {
    const items = await read(
      '<rss><channel><item><guid>1</guid><title>A & B &unknown; &#0;</title><description>x <br> y</item><item><guid>2</guid><title>Cut',
    );
    expect(items).toMatchObject([
      { source_id: '1', title: 'A & B &unknown; \u{FFFD}' },
      { source_id: '2', title: 'Cut' },
    ]);
  });

  it('never expands entities that a document declares', async () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><rss><channel><item><guid>1</guid><title>&b;</title></item></channel></rss>`;
    expect(await read(bomb)).toMatchObject([{ title: '&b;' }]);
  });

  it('does not stop the reader, at any depth', async () => {
    await expect(read(`<rss>${'<a>'.repeat(5000)}`)).rejects.toThrow('nested deeper than 100 levels');
  });
});

it.each([
  [
    'ISO-8859-1',
    Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><item><guid>1</guid><title>Grüße</title></item></channel></rss>',
      'latin1',
    ),
    'Grüße',
  ],
  [
    'a byte order mark',
    Buffer.from('\uFEFF<rss><channel><item><guid>1</guid><title>Grüße</title></item></channel></rss>'),
    'Grüße',
  ],
  [
    'Windows, though it says UTF-8',
    Buffer.from(
      '<?xml version="1.0" encoding="utf-8"?><rss><channel><item><guid>1</guid><title>\x93a\x94</title></item></channel></rss>',
      'latin1',
    ),
    '“a”',
  ],
])('reads a feed in %s', async (_, body, title) => {
  expect(await read(body)).toMatchObject([{ title }]);
});

it.each<[string, string | Buffer, string]>([
  [
    'a web page',
    '<!doctype html><html><head></head></html>',
    'this is no RSS or Atom feed, but <html>; this is a web page',
  ],
  ['JSON', '{"version": 1}', 'the feed cannot be read: there is no XML in it'],
  ['nothing', '', 'the feed cannot be read: there is no XML in it'],
  ['UTF-16', Buffer.from('\uFEFF<rss/>', 'utf16le'), 'it is written in UTF-16'],
  [
    'Shift JIS',
    Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><rss>'),
      Buffer.from([0x83, 0x5c, 0xff]),
    ]),
    'it is written in shift_jis',
  ],
])('explains what is wrong with %s', async (_, body, message) => {
  await expect(read(body)).rejects.toThrow(message);
});

it('retries when the server is busy, and reports a failure', async () => {
  let count = 0;
  web.answer = () => (++count < 3 ? { status: 503 } : { body: RSS });
  expect((await rss.scan({ url: `${web.origin}/f` })).items).toHaveLength(3);
  web.answer = () => ({ status: 404 });
  await expect(rss.scan({ url: `${web.origin}/f` })).rejects.toThrow('the feed answered with status 404');
});
