// For tests: a link engine over in-memory folders and a small tool store.
import { Failure } from '../../../core/errors.ts';
import type { LocalHandle, LocalLink } from '../../../core/local-link.ts';
import type { BundleDraft, ImportFile, ToolDraft } from '../../../core/tool-draft.ts';
import { toolInfo, type Tool, type ToolSpec } from '../../../core/tool.ts';
import { LinkEngine } from './link-engine.ts';
import { MemoryFolder } from './memory-folder.test-support.ts';
import { keptTool, toolSpec } from '../../../core/tools.test-support.ts';

export const script = (name: string, body = 'return 1', more = ''): string =>
  `name=${name} ${more}\n${body}\n`;

function specOf(source: string): ToolSpec {
  const name = /name=(\w+)/.exec(source)?.[1];
  if (!name || source.includes('broken')) throw new Failure('bad_request', "weather.lua:2: '=' expected");
  if (source.includes('slow')) throw new Failure('unavailable', 'the sandbox did not start');
  const approve = source.includes('approve');
  const hosts = /hosts=(\S+)/.exec(source)?.[1]?.split(',') ?? [];
  return toolSpec(name, { approve, hosts });
}

let installs = 0;
export function toolOf(source: string, options: Partial<Tool> = {}): Tool {
  const spec = specOf(source);
  const { policy, files, writes, limits, hosts, config } = options;
  const given = Object.entries({ policy, files, writes, limits, hosts, config });
  return keptTool(spec, {
    id: `${spec.name}-${(installs += 1)}`,
    folder: `folder-${spec.name}`,
    source,
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  });
}

/** As an import reads a folder of scripts: a script at the top, modules below `lib`, `cases.json` next to it. */
async function read(files: readonly ImportFile[]): Promise<BundleDraft[]> {
  const text = ({ bytes }: ImportFile): string => new TextDecoder().decode(bytes);
  const top = files.filter(({ path }) => /^[^/]+\/[^/]+\.lua$/.test(path));
  if (top.length === 0) throw new Failure('bad_request', 'there is no tool in it');
  const tools = top.map((file): ToolDraft => {
    const mine = files.filter(({ path }) => /^[^/]+\/(lib\/.*|cases\.json)$/.test(path));
    const named = mine.map((one): [string, string] => [one.path.replace(/^[^/]+\//, ''), text(one)]);
    const fileName = file.path.replace(/^.*\//, '');
    return {
      kind: 'lua',
      fileName,
      source: text(file),
      files: Object.fromEntries(named),
      config: {},
      tags: [],
    };
  });
  return [{ slug: 'x', displayName: 'x', description: '', tools, secrets: [], notes: [] }];
}

export async function setUp(handle: LocalHandle, ...tools: Tool[]) {
  const links = new Map<string, LocalLink>();
  const kept = new Map(tools.map((tool) => [tool.name, tool]));
  const drafts = new Set<string>();
  let puts = 0;
  let ids = 0;
  const engine = new LinkEngine({
    table: {
      all: async () => [...links.values()],
      get: async (id) => links.get(id),
      put: async (link) => {
        puts += 1;
        links.set(link.id, link);
      },
      remove: async (id) => void links.delete(id),
    },
    tools: {
      get: (id) => [...kept.values()].find((tool) => tool.id === id || tool.name === id),
      infoOf: (tool) => toolInfo(tool, { name: tool.name, bundle: tool.bundle }),
      list: () => [...kept.values()].map((tool) => toolInfo(tool, { name: tool.name, bundle: tool.bundle })),
      inspect: async (source) => specOf(source),
      install: async (source, options = {}) => {
        const tool = toolOf(source, options as Partial<Tool>);
        kept.set(tool.name, tool);
        return tool;
      },
    },
    read,
    check: async (_source, _name, files) =>
      Object.entries(files).find(([path, text]) => path.endsWith('.lua') && text.includes('broken'))?.[0],
    hasDraft: (name) => drafts.has(name),
    exclusive: (work) => work(),
    newId: () => `link-${(ids += 1)}`,
  });
  const id = await engine.link(handle, handle.name, tools);
  await engine.look(id);
  return {
    engine,
    links,
    drafts,
    kept,
    look: () => engine.look(id),
    link: () => links.get(id),
    trouble: (place = 0) => links.get(id)?.tools[place]?.trouble,
    source: (name = 'weather') => kept.get(name)?.source,
    puts: () => puts,
  };
}

export const FIRST = script('weather');
export const SECOND = script('weather', 'return 2');

/** A tool linked to its file. */
export async function linkedFile(more: Partial<Tool> = {}) {
  const disk = new MemoryFolder({ 'weather.lua': FIRST });
  return { disk, ...(await setUp(disk.file('weather.lua'), toolOf(FIRST, more))) };
}
