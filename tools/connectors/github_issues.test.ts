// GitHub issues, against a server that responds like GitHub: Link pagination, ETags and 304, rate limits, and
// refusals.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TrialConnector, TrialWeb, type Answer, type Asked } from './scan-trial.ts';

let web: TrialWeb;
let connector: TrialConnector;
beforeAll(async () => {
  web = await new TrialWeb().start();
  connector = await TrialConnector.load('github_issues', web);
});
afterAll(() => web.stop());

interface Issue {
  number: number;
  title: string;
  updated_at: string;
  [field: string]: unknown;
}

let issues: Issue[];
let comments: Record<number, object[]>;

beforeEach(() => {
  web.reset();
  // Headers that GitHub exposes to and accepts from pages, without its own version header.
  web.exposes =
    'ETag, Link, Location, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';
  web.allows = 'authorization, content-type, if-match, if-modified-since, if-none-match, x-requested-with';
  web.answer = gitHub;
  issues = [
    issue(1, { body: 'It **leaks**.', labels: [{ name: 'bug' }] }),
    issue(2, { comments: 1, body: null }),
  ];
  comments = { 2: [{ user: { login: 'ben' }, created_at: '2026-01-03T00:00:00Z', body: 'Me too.' }] };
});

function issue(number: number, more: object = {}): Issue {
  return {
    number,
    title: `Issue ${number}`,
    body: `Body ${number}`,
    state: 'open',
    comments: 0,
    user: { login: 'ada' },
    labels: [],
    html_url: `https://github.com/o/r/issues/${number}`,
    comments_url: `${web.origin}/repos/o/r/issues/${number}/comments`,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: `2026-01-02T00:00:0${number % 10}Z`,
    ...more,
  };
}

/** The part of it that lists of issues and comments need. */
function gitHub({ path, query, headers }: Asked): Answer {
  const limits = {
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '59',
    'x-ratelimit-reset': '1767323045',
  };
  const refused = (status: number, message: string): Answer => ({
    status,
    headers: limits,
    json: { message },
  });
  if (headers.authorization !== undefined && headers.authorization !== 'Bearer good')
    return refused(401, 'Bad credentials');
  const of = /^\/repos\/o\/r\/issues\/(\d+)\/comments/.exec(path);
  if (!of && !/^\/repos\/o\/r\/issues\?/.test(path)) return refused(404, 'Not Found');
  const since = query.get('since') ?? '';
  const all: object[] = of
    ? (comments[Number(of[1])] ?? [])
    : issues
        .filter(({ updated_at }) => updated_at >= since)
        .sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1));
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 30)];
  const json = all.slice((page - 1) * size, page * size);
  const etag = `W/"${createHash('md5').update(JSON.stringify(json)).digest('hex')}"`;
  if (headers['if-none-match'] === etag) return { status: 304, headers: { ...limits, etag } };
  query.set('page', String(page + 1));
  const next = `<${web.origin}${path.split('?')[0]}?${query.toString()}>; rel="next", <${web.origin}/last>; rel="last"`;
  return { headers: { ...limits, etag, ...(page * size < all.length && { link: next }) }, json };
}

const scan = (more: object = {}) => connector.scan({ owner: 'o', repo: 'r', api: web.origin, ...more });

describe('issues', () => {
  it('are imported with their comments, labels and state', async () => {
    const { items, partial } = await scan();
    expect(items).toEqual([
      {
        source: 'script:github_issues',
        source_id: '1',
        title: '#1 Issue 1',
        body: 'It **leaks**.',
        content_type: 'text/markdown',
        author: 'ada',
        source_url: 'https://github.com/o/r/issues/1',
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-02T00:00:01.000Z',
        metadata: { repository: 'o/r', state: 'open', kind: 'issue', tags: ['bug'] },
      },
      expect.objectContaining({ source_id: '2', body: '## ben, 2026-01-03\n\nMe too.' }),
    ]);
    expect(partial).toBeUndefined();
    expect(web.asked).toHaveLength(2);
  });

  it('are imported page by page, one call each, and so are comments', async () => {
    issues = Array.from({ length: 120 }, (_, i) => issue(i + 1));
    issues[3] = issue(4, { comments: 130 });
    comments = {
      4: Array.from({ length: 130 }, (_, i) => ({ user: null, created_at: null, body: `c${i}` })),
    };
    const { items, calls } = await scan();
    expect(calls).toBe(3);
    expect(new Set(items.map(({ source_id }) => source_id)).size).toBe(120);
    const [long] = items.filter(({ source_id }) => source_id === '4');
    expect(long?.body).toContain('## somebody who left');
    expect(long?.body.endsWith('c129')).toBe(true);
  });

  it('exclude pull requests unless wanted', async () => {
    issues = [issue(1), issue(2, { pull_request: { url: 'x' } }), issue(3, { pull_request: null })];
    expect((await scan()).items.map(({ source_id }) => source_id)).toEqual(['1', '3']);
    const { items } = await scan({ pull_requests: true });
    expect(items.map(({ metadata }) => metadata?.['kind'])).toEqual(['issue', 'pull request', 'issue']);
  });

  it('survive odd data', async () => {
    issues = [
      issue(1, {
        body: null,
        user: null,
        labels: ['plain', null, { name: null }],
        comments: 'x',
        html_url: null,
      }),
    ];
    const { items, skipped } = await scan();
    expect(skipped).toEqual([]);
    expect(items).toMatchObject([
      { body: 'Issue 1', author: 'somebody who left', metadata: { tags: ['plain'] } },
    ]);
  });

  it('are filtered by the settings', async () => {
    await scan({ state: 'closed', labels: 'bug,help wanted', since: '2026-01-02', comments: false });
    const query = new URLSearchParams(web.asked[0]?.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      ...{ state: 'closed', labels: 'bug,help wanted', since: '2026-01-02T00:00:00Z', page: '1' },
      ...{ sort: 'updated', direction: 'asc', per_page: '50' },
    });
    expect(web.asked).toHaveLength(1);
  });

  it("send the token only to the API's host", async () => {
    issues = [issue(1, { comments: 1, comments_url: 'http://evil.example/comments' })];
    expect((await scan({ token: 'good' })).items).toHaveLength(1);
    expect(web.headers.authorization).toBe('Bearer good');
    expect(web.asked).toHaveLength(1);
  });
});

it('later requests only changes, and uses no quota when there are none', async () => {
  const first = await scan();
  const second = await scan({ kept: first.keep as object });
  expect(second).toMatchObject({ partial: true, items: [{ source_id: '2' }] });
  web.asked.length = 0;
  const third = await scan({ kept: second.keep as object });
  expect(third).toMatchObject({ items: [], partial: true, keep: second.keep });
  expect(web.headers['if-none-match']).toMatch(/^W\/"/);
  expect(web.asked).toHaveLength(1);
  issues[0] = issue(1, { body: 'Fixed', updated_at: '2026-02-01T00:00:00Z' });
  const fourth = await scan({ kept: third.keep as object });
  expect(fourth.items.map(({ source_id }) => source_id)).toEqual(['2', '1']);
  expect(fourth.keep).toEqual({ since: '2026-02-01T00:00:00Z' });
});

describe('a refusal is explained with what to do', () => {
  const LIMIT = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767323045' };
  it.each<[string, Answer, object, string]>([
    [
      'no more requests',
      { status: 403, headers: LIMIT, json: { message: 'API rate limit exceeded' } },
      {},
      'GitHub allows no more requests before 03:04 UTC; with a token it would allow more',
    ],
    [
      'too many at once',
      { status: 429, headers: { 'retry-after': '3600' }, json: {} },
      { token: 'good' },
      'GitHub allows no more requests for a while',
    ],
    [
      'no such repository',
      { status: 404, json: { message: 'Not Found' } },
      {},
      'GitHub knows no repository o/r, or the token may not read it',
    ],
    [
      'a bad token',
      { status: 401, json: { message: 'Bad credentials' } },
      { token: 'bad' },
      'GitHub does not accept the token',
    ],
    [
      'issues switched off',
      { status: 410, json: { message: 'Issues are disabled for this repo' } },
      {},
      'o/r has its issues switched off',
    ],
    ['anything else', { status: 418, body: '<html>' }, {}, 'GitHub answered with status 418'],
    ['no JSON', { body: '<html>' }, {}, 'GitHub answered with something that is no list of issues'],
  ])('%s', async (_, answer, config, message) => {
    web.answer = () => answer;
    await expect(scan(config)).rejects.toThrow(message);
  });

  it('a server that is busy for a moment is asked again', async () => {
    let first = true;
    web.answer = (asked) => {
      if (!first) return gitHub(asked);
      first = false;
      return { status: 429, headers: { 'retry-after': '7' } };
    };
    expect((await scan()).items).toHaveLength(2);
    expect(connector.waits).toContain(7);
  });
});
