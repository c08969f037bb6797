// A tool in a link: it is read back unchanged without its private parts, or rejected.
import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../core/errors.ts';
import { sha256OfBytes } from './import-limits.ts';
import { LINK_LIMITS, readShareLink, writeShareLink } from './share-link.ts';
import { flowSource, httpSource, someTool } from './tools.test-support.ts';
import { writeToolsJson } from './tools-json.ts';

const FACE = { slug: 'x', displayName: 'x', description: '' };

/** Builds a well-formed link around any content. */
async function linkOf(content: string | Uint8Array, version = 1): Promise<string> {
  const packed = deflateSync(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  const sum = (await sha256OfBytes(packed)).slice(0, 16);
  return `${version}.${sum}.${Buffer.from(packed).toString('base64url')}`;
}

const refusal = async (text: string): Promise<string> =>
  readShareLink(text).then(
    () => 'it was read',
    ({ code, message }: Failure) => `${code}: ${message}`,
  );

/** Returns the JSON of one tool with some parts replaced. */
function changed(change: (tool: Record<string, unknown>, whole: Record<string, unknown>) => void): string {
  const whole = JSON.parse(writeToolsJson(FACE, [someTool()])) as Record<string, unknown>;
  change((whole['tools'] as Record<string, unknown>[])[0] as Record<string, unknown>, whole);
  return JSON.stringify(whole);
}

describe('a link', () => {
  it('contains the texts, test cases and settings of each kind of tool', async () => {
    const tools = [
      someTool({
        source: 'return "Grüezi 🌤"',
        files: { 'lib/words.lua': 'return {}', 'cases.json': '[]' },
        config: { units: 'metric', key: '${WEATHER_KEY}' },
        tags: ['weather'],
        limits: { timeout: 5 },
      }),
      someTool({ name: 'forecast', kind: 'http', source: httpSource('forecast') }),
      someTool({ name: 'morning', kind: 'flow', source: flowSource('morning') }),
    ];
    for (const tool of tools) {
      const { text, notes, long } = await writeShareLink(tool);
      expect([notes, long]).toEqual([[], false]);
      expect(text).toMatch(/^[\w.-]+$/);
      const draft = await readShareLink(text);
      expect(draft.displayName).toBe(tool.name);
      expect(draft.tools).toEqual([
        expect.objectContaining({
          kind: tool.kind,
          source: tool.source,
          files: tool.files,
          config: tool.config,
          tags: tool.tags,
        }),
      ]);
    }
  });

  it('contains test cases without secrets that were typed into their settings, and notes recorded answers', async () => {
    const value = 'hand-typed-0123';
    const host = [{ call: 'http.request', with: { url: `https://a.example/?k=${value}` }, answer: {} }];
    const list = [
      { name: 'a', args: {}, config: { api_key: value, city: 'Bern' }, host, expect: {} },
      { name: 'b', args: {}, config: { api_key: '${KEY}' }, expect: {} },
    ];
    const { text, notes } = await writeShareLink(someTool({ files: { 'cases.json': JSON.stringify(list) } }));
    const cases = (await readShareLink(text)).tools[0]?.files['cases.json'] ?? '';
    expect(cases).not.toContain(value);
    expect(JSON.parse(cases)).toMatchObject([{ config: { city: 'Bern' } }, list[1]]);
    expect(notes).toEqual([
      'Values in its cases that look like secrets were replaced.',
      'Its cases include recorded responses from hosts, other tools and the library.',
    ]);
  });

  it('contains no grants, policy, approvals or ids', async () => {
    const tool = someTool({
      policy: 'allow',
      hosts: ['granted.example.com'],
      writes: true,
      approved: 'a'.repeat(64),
      from: { url: 'https://example.com/private.zip', hash: 'f'.repeat(64) },
    });
    const [draft] = (await readShareLink((await writeShareLink(tool)).text)).tools;
    const text = JSON.stringify(draft);
    for (const word of ['granted.example.com', 'policy', 'writes', 'aaaa', 'private.zip', tool.id])
      expect(text).not.toContain(word);
  });

  it('contains no setting that is a secret typed in by hand, and notes it', async () => {
    const config = {
      api_key: 'sk-12345',
      units: 'metric',
      author: 'Vera',
      token: '${TOKEN}',
      server: { password: 'hunter2', port: 8080 },
      tokens: 5,
    };
    const { text, notes } = await writeShareLink(someTool({ config }));
    const draft = await readShareLink(text);
    expect(draft.tools[0]?.config).toEqual({
      units: 'metric',
      author: 'Vera',
      token: '${TOKEN}',
      server: { port: 8080 },
      tokens: 5,
    });
    expect(draft.secrets).toEqual(['TOKEN']);
    expect(notes).toEqual(["Left out, because they look like secrets: 'api_key', 'server.password'."]);
  });
});

describe('the length of a link', () => {
  /** Incompressible text. */
  const noise = (length: number): string =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(Math.min(length, 60_000)))).toString('base64');

  it('is reported when common programs would cut it', async () => {
    const { long, notes } = await writeShareLink(someTool({ source: `-- ${noise(20_000)}` }));
    expect([long, notes.join()]).toEqual([true, expect.stringContaining('a file is safer')]);
  });

  it('is limited; beyond the limit, a file is offered instead', async () => {
    const source = `-- ${Array.from({ length: 10 }, () => noise(60_000)).join('')}`;
    await expect(writeShareLink(someTool({ source }))).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('export it as a file instead'),
    });
    expect(await refusal('1.'.padEnd(LINK_LIMITS.whole + 1, 'a'))).toMatch(/^too_large/);
  });
});

describe('the reader of links', () => {
  it('rejects a link that was cut, at any place', async () => {
    const { text } = await writeShareLink(someTool());
    for (let length = 2; length < text.length; length += 7)
      expect(await refusal(text.slice(0, length))).toContain('truncated or changed');
  });

  it('rejects one with a letter changed', async () => {
    const { text } = await writeShareLink(someTool());
    const at = text.length - 20;
    const other = text[at] === 'A' ? 'B' : 'A';
    expect(await refusal(text.slice(0, at) + other + text.slice(at + 1))).toContain('truncated or changed');
  });

  it.each(['', 'hello', 'https://example.com', '.', '<script>', '1'])(
    'rejects %j, which is no link',
    async (text) => {
      expect(await refusal(text)).toContain('it is not a link to a tool');
    },
  );

  it('rejects another version of links', async () => {
    expect(
      await refusal(
        await linkOf(
          changed(() => undefined),
          2,
        ),
      ),
    ).toContain('made by a newer Perilune');
  });

  it('rejects another version of the JSON', async () => {
    const text = changed((_, whole) => (whole['formatVersion'] = 2));
    expect(await refusal(await linkOf(text))).toContain('made by a newer Perilune');
  });

  it('rejects a ZIP bomb before it is fully unpacked', async () => {
    const link = await linkOf(new Uint8Array(32 * 1024 * 1024));
    expect(link.length).toBeLessThan(LINK_LIMITS.whole);
    expect(await refusal(link)).toMatch(/^too_large: the link unpacks to more than/);
  });

  it.each(['../outside.lua', '/etc/passwd', 'a/../../b', 'C:/x', 'lib\\x.lua', '__proto__/x', 'constructor'])(
    'rejects a file named %j',
    async (path) => {
      const text = changed((tool) => (tool['files'] = { [path]: 'x' }));
      expect(await refusal(await linkOf(text))).toMatch(/^bad_request: the link names a file/);
    },
  );

  it('rejects a name with a special meaning in JavaScript', async () => {
    const text = changed((tool) => (tool['name'] = '__proto__'));
    expect(await refusal(await linkOf(text))).toContain("'name'");
  });

  it('rejects content that is no tool, or several', async () => {
    const two = changed((tool, whole) => (whole['tools'] = [tool, tool]));
    for (const content of [
      '',
      'null',
      '[]',
      '{',
      '{"format":"other"}',
      two,
      changed((_, w) => (w['tools'] = [])),
    ])
      expect(await refusal(await linkOf(content))).toContain('there is no tool in it');
  });
});

it('keeps prototype keys as plain data, and changes nothing of the page', async () => {
  const text = changed(() => undefined).replace(
    '"config":{}',
    '"config":{"__proto__":{"polluted":true},"constructor":{"x":1}}',
  );
  expect(text).toContain('polluted');
  const read = await readShareLink(await linkOf(text)).catch(() => undefined);
  expect((Object.prototype as { polluted?: unknown }).polluted).toBeUndefined();
  const config = read?.tools[0]?.config ?? {};
  expect((config as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(config)).toBe(Object.prototype);
});

it('grants nothing that a link claims', async () => {
  const text = changed((tool) => {
    Object.assign(tool, { policy: 'allow', hosts: ['evil.example.com'], writes: true, approved: 'x' });
  });
  const [draft] = (await readShareLink(await linkOf(text))).tools;
  expect(Object.keys(draft ?? {}).sort()).toEqual(['config', 'fileName', 'files', 'kind', 'source', 'tags']);
});
