// Server tools in the repository: one bundle per server, kept equal to the server's latest list.
//
// - A server is untrusted: its tools start as `ask`, and reach only the server's host.
// - A changed definition is a new version that replaces the old one: every standing approval ends.
// - A tool that leaves the list stays where it is, can't be called, and says why. A person's settings stay.
import { SLUG, slugOf, type Bundle } from '../../core/bundle.ts';
import { Failure } from '../../core/errors.ts';
import { canonicalHost } from '../../core/hosts.ts';
import type { McpServer } from '../../core/mcp-server.ts';
import { isForAppsOnly, serverToolName, type McpTool } from '../../core/mcp-tool.ts';
import { withoutApprovals, type Tool, type ToolSpec } from '../../core/tool.ts';
import type { ChangeRecord } from '../../core/run-record.ts';
import { newBundle, type Bundles } from '../bundles.ts';
import type { Catalogue } from '../catalogue.ts';
import { bundleChange, toolChange, type By, type ChangeClock } from '../changes.ts';
import { differences } from '../differences.ts';
import { deepFreeze, sha256 } from '../plain.ts';
import { datedLast } from '../placement.ts';
import { install } from '../records.ts';
import type { ToolRepository } from '../tool-repository.ts';
import type { Commit } from '../../core/ports/tool-store.ts';

export interface SyncReport {
  /** Names of tools. */
  added: string[];
  changed: string[];
  gone: string[];
}

/** Seconds for a call, unless the user changes that. */
const TIMEOUT = 60;
/** Maximum tools kept that a server no longer offers, so that one that renames them each time can't fill the store. */
const MOST_GONE = 100;

/** A listed tool's place, with its text. */
interface Listed {
  name: string;
  source: string;
  spec: ToolSpec;
  problem?: string;
}

type ServerPlace = Pick<McpServer, 'id' | 'name' | 'url'>;

export class ServerTools {
  readonly #repository: ToolRepository;
  readonly #bundles: Bundles;
  readonly #clock: ChangeClock;

  constructor(repository: ToolRepository, bundles: Bundles, clock: ChangeClock) {
    this.#repository = repository;
    this.#bundles = bundles;
    this.#clock = clock;
  }

  /** Updates a server's tools from its list. The bundle is created with the first list. */
  async sync(server: ServerPlace, tools: readonly McpTool[], by: By = 'program'): Promise<SyncReport> {
    const list = await listOf(server.name, tools);
    return this.#repository.change((catalogue) => {
      const clock = datedLast(catalogue, this.#clock);
      const known = catalogue.bundle(server.id);
      if (known) refuseForeign(catalogue, known, server);
      if (known?.deletedAt !== undefined) return { commit: {}, value: { added: [], changed: [], gone: [] } };
      const bundle = known ?? bundleFor(catalogue, server, clock);
      const { commit, value } = changesTo(catalogue, bundle, server, list, clock, by);
      if (known) return { commit, value };
      const changes = [bundleChange(clock, by, 'created', bundle), ...(commit.changes ?? [])];
      return { commit: { ...commit, putBundles: [bundle], changes }, value };
    });
  }

  /** Switches all tools of a server. A server that was never listed has none. */
  async switch(id: string, enabled: boolean, by: By = 'user'): Promise<void> {
    if (this.#repository.catalogue.bundle(id)) await this.#bundles.patch(id, { enabled }, by);
  }

  async remove(id: string, by: By = 'user'): Promise<void> {
    if (this.#repository.catalogue.bundle(id)) await this.#bundles.remove(id, { withTools: true }, by);
  }

  /** Undoes `remove`. */
  async restore(id: string, by: By = 'user'): Promise<void> {
    if (this.#repository.catalogue.bundle(id)) await this.#bundles.restore(id, by);
  }
}

function changesTo(
  catalogue: Catalogue,
  bundle: Bundle,
  server: ServerPlace,
  list: readonly Listed[],
  clock: ChangeClock,
  by: By,
): { commit: Commit; value: SyncReport } {
  const value: SyncReport = { added: [], changed: [], gone: [] };
  const putTools: Tool[] = [];
  const deleteTools: string[] = [];
  const changes: ChangeRecord[] = [];
  for (const listed of list) {
    const versions = catalogue.versions(bundle.id, slugOf(listed.name));
    const [front] = versions;
    const next = toolOf(server, bundle, versions, listed, clock);
    if (next === front) continue;
    putTools.push(next);
    deleteTools.push(...versions.filter(({ id }) => id !== next.id).map(({ id }) => id));
    (front ? value.changed : value.added).push(next.name);
    changes.push(
      front
        ? toolChange(clock, by, 'changed', next, differences(front, next))
        : toolChange(clock, by, 'created', next),
    );
  }
  const names = new Set(list.map(({ name }) => name));
  const absent = catalogue.toolsIn(bundle.id).filter(({ kind, name }) => kind === 'mcp' && !names.has(name));
  const gone = absent.sort((a, b) => (a.modifiedAt < b.modifiedAt ? 1 : -1));
  for (const [place, tool] of gone.entries()) {
    if (place >= MOST_GONE) deleteTools.push(tool.id);
    else if (tool.problem !== GONE) {
      putTools.push(deepFreeze({ ...tool, problem: GONE, modifiedAt: clock.now() }));
      changes.push(toolChange(clock, by, 'changed', tool, 'no longer offered by its server'));
      value.gone.push(tool.name);
    }
  }
  const commit: Commit = {
    ...(putTools.length > 0 && { putTools }),
    ...(deleteTools.length > 0 && { deleteTools }),
    ...(changes.length > 0 && { changes }),
  };
  return { commit, value };
}

export const GONE = 'its server no longer offers it; it returns when the server lists it again';

/** Returns the record for a list entry, or the existing one when nothing changes. */
function toolOf(
  server: ServerPlace,
  bundle: Bundle,
  versions: readonly Tool[],
  { source, spec, problem }: Listed,
  clock: ChangeClock,
): Tool {
  const [front] = versions;
  const hosts = hostsOf(server.url);
  if (front?.source === source && JSON.stringify(front.hosts) === JSON.stringify(hosts)) {
    if (front.problem === problem) return front;
    return deepFreeze({ ...withProblem(front, problem), modifiedAt: clock.now() });
  }
  // A tool that was switched off stays off, even after it was missing for a while.
  const options = { replace: true, enable: front?.enabled ?? true };
  const isKin = (): boolean => true;
  const offer = { kind: 'mcp', source, spec, origin: 'imported', options, isKin } as const;
  const { tool } = install({ bundle: bundle.id, versions }, offer, clock.newId(), clock.now());
  const next: Tool = { ...withoutApprovals(tool), hosts, enabled: front?.enabled ?? true };
  if (isForAppsOnly(next)) next.llmCallable = false;
  else if (front && isForAppsOnly(front)) next.llmCallable = true;
  if (front) next.createdAt = front.createdAt;
  return deepFreeze(withProblem(next, problem));
}

function withProblem(tool: Tool, problem: string | undefined): Tool {
  const next = { ...tool };
  if (problem === undefined) delete next.problem;
  else next.problem = problem;
  return next;
}

async function listOf(server: string, tools: readonly McpTool[]): Promise<Listed[]> {
  const taken = new Set<string>();
  const once = new Map(tools.map((tool) => [tool.name, tool]));
  const list: Listed[] = [];
  for (const tool of once.values()) {
    const name = serverToolName(server, tool.name, taken);
    if (taken.has(name)) continue;
    taken.add(name);
    const { problem, ...definition } = tool;
    const source = JSON.stringify(definition, undefined, 2);
    const version = `0-${(await sha256(source)).slice(0, 16)}`;
    const spec: ToolSpec = {
      name,
      version,
      description: tool.description,
      parameters: tool.parameters,
      ...(tool.returns && { returns: tool.returns }),
      timeout: TIMEOUT,
      approve: true,
      hosts: [],
    };
    list.push({ name, source, spec, ...(problem !== undefined && { problem }) });
  }
  return list;
}

/** The bundle's id is the server's, which tells where to call its tools. */
function bundleFor(catalogue: Catalogue, server: ServerPlace, clock: ChangeClock): Bundle {
  const slug = slugOf(server.name);
  const free = [slug, `mcp-${slug}`, ...[2, 3, 4, 5, 6, 7, 8, 9].map((count) => `${slug}-${count}`)].find(
    (one) => SLUG.test(one) && !catalogue.bundleBySlug(one),
  );
  if (free === undefined)
    throw new Failure('conflict', `there are too many bundles called '${slug}'; choose another name`);
  const given = {
    slug: free,
    displayName: server.name,
    description: `Tools on the server ${new URL(server.url).host}.`,
    origin: 'imported' as const,
  };
  return deepFreeze({ ...newBundle(catalogue, given, clock), id: server.id });
}

function hostsOf(url: string): string[] {
  const host = canonicalHost(new URL(url).host);
  return host === undefined ? [] : [host];
}

/** Rejects a server whose id is that of another bundle. @throws Failure `conflict` */
function refuseForeign(catalogue: Catalogue, { id, slug, origin }: Bundle, { name }: ServerPlace): void {
  const tools = catalogue.toolsIn(id);
  if (origin === 'imported' && (tools.length === 0 || tools.some(({ kind }) => kind === 'mcp'))) return;
  throw new Failure(
    'conflict',
    `bundle '${slug}' contains tools that are not from the server ${name}; remove the server and add it again`,
  );
}
