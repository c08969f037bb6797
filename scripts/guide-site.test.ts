// The guide as a docs site: no link is broken, every page is reachable, and its own chat tool writes working tools.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPage } from '../src/apps/cli/site-pages.ts';
import { ScriptTrial } from './script-trial.ts';
import { contentsHtml, htmlName, pageHtml, readGuide } from './vite/guide-site.ts';

const folder = fileURLToPath(new URL('../public/demo-docs/', import.meta.url));
const pages = readGuide(folder);
const site = new Map([
  ['index.html', contentsHtml(pages)],
  ...pages.map((page): [string, string] => [htmlName(page), pageHtml(page, pages)]),
]);
const all = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, found]) => found!);

describe('the pages of the guide', () => {
  it('link to each other, to existing sections, and to existing files', () => {
    const ids = new Map([...site].map(([name, html]) => [name, all(html, /\sid="([^"]+)"/g)]));
    const dead: string[] = [];
    for (const [name, html] of site) {
      for (const address of all(html, /\s(?:href|src|srcset)="([^"]+)"/g)) {
        if (/^(?:https?:|mailto:|\.\.\/)/.test(address)) continue;
        const [file = '', place] = address.split('#');
        const target = file === '' ? name : file;
        const isThere = site.has(target) || existsSync(folder + target);
        if (!isThere || (place !== undefined && !ids.get(target)?.includes(place)))
          dead.push(`${name}: ${address}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('have unique ids, one top-level heading, and a description that fits a preview', () => {
    for (const [name, html] of site) {
      const ids = all(html, /\sid="([^"]+)"/g);
      expect(ids, name).toEqual([...new Set(ids)]);
      expect(all(html, /<(h1)\b/g), name).toHaveLength(1);
      const [description = ''] = all(html, /<meta name="description" content="([^"]*)"/g);
      expect(description.length, name).toBeGreaterThan(20);
      expect(description.length, name).toBeLessThan(200);
    }
  });

  it('can be read in order from the first to the last', () => {
    const walked = [htmlName(pages[0]!)];
    for (let next: string | undefined = walked[0]; next;) {
      [next] = all(site.get(next)!, /rel="next" href="([^"]+)"/g);
      if (next) walked.push(next);
    }
    expect(walked).toEqual(pages.map(htmlName));
  });

  it('are indexed by their text alone, each in its part, without the contents page', () => {
    expect(readPage('index.html', site.get('index.html')!)).toEqual({ left: 'it asks not to be indexed' });
    for (const page of pages) {
      const read = readPage(htmlName(page), site.get(htmlName(page))!);
      if ('left' in read) throw new Error(`${page.file}: ${read.left}`);
      expect(read.title).toBe(page.title.replaceAll('`', ''));
      expect(read.filters).toEqual({ part: [page.part] });
      expect(read.meta['description']).not.toBe('');
      expect(read.body).not.toMatch(/On this page|Skip to|Previous|^(?:Tools|Library)$/m);
      const ids = read.anchors.map(({ id }) => id);
      for (const { id } of page.sections) expect(ids).toContain(id);
    }
  });
});

describe("the guide's own tool", () => {
  const source = readFileSync(new URL('guide-site/tools/new_tool_script.lua', import.meta.url), 'utf8');
  const trial = new ScriptTrial();
  const write = async (args: Record<string, unknown>): Promise<string> => {
    const { result, message } = await trial.script(source, { args: args as never });
    if (message !== undefined) throw new Error(message);
    return (result as { script: string }).script;
  };

  it('writes a working tool for any parameter names', async () => {
    const script = await write({
      name: 'split_bill',
      description: 'Splits "a bill"\nby people',
      parameters: [
        { name: 'bill', type: 'number', required: true, description: 'The sum' },
        { name: 'end', type: 'integer' },
      ],
      host: '',
    });
    expect(script).toContain('{ name = "bill", type = "number", required = true, description = "The sum" },');
    expect(script).toContain('description = "Splits \\"a bill\\" by people"');
    expect((await trial.script(script, { args: { bill: 12, end: 3 } })).result).toEqual({ bill: 12, end: 3 });
  });

  it('requests the given host', async () => {
    const script = await write({
      name: 'look',
      description: 'Looks',
      parameters: [],
      host: 'api.example.org',
    });
    expect(script).toContain('hosts = { "api.example.org" }');
    expect(script).toContain('http.get("https://api.example.org/")');
    const asked: unknown[] = [];
    const host = (operation: string, payload: unknown): Record<string, unknown> => {
      asked.push([operation, (payload as { url?: string }).url]);
      return { status: 200, ok: true, headers: {} };
    };
    expect((await trial.script(script, { host: host as never })).result).toEqual({ answer: '' });
    expect(asked).toEqual([['http.request', 'https://api.example.org/']]);
  });

  it('refuses duplicate names', async () => {
    const twice = [{ name: 'a' }, { name: 'a' }];
    await expect(write({ name: 'x', description: 'X', parameters: twice, host: '' })).rejects.toThrow(
      /two parameters/,
    );
  });
});
