// The tools of a folder at one moment, with the grants of the command line and `perilune.toml`. A change in the
// folder creates a new set; calls in progress finish in the old one.
import type { Answer, Approve } from '../../../core/ports/approval.ts';
import type { Caller, FirstCaller } from '../../../core/call.ts';
import type { BundleDraft } from '../../../core/tool-draft.ts';
import type { CallReport, Tool } from '../../../core/tool.ts';
import type { Policy } from '../../../core/tool-kinds.ts';
import type { Secret } from '../../../core/secrets.ts';
import type { CallWatch, ServedTool } from '../../../serve/served.ts';
import type { Builtin } from '../../../tools/builtins.ts';
import type { FinishedCall } from '../../../tools/invoke-deps.ts';
import type { Registry } from '../../../tools/registry.ts';
import type { InspectAhead } from '../../../cli/inspect-ahead.ts';
import { installAll, type Session } from '../../../cli/session.ts';
import type { ToolGrants } from '../../../cli/serve-settings.ts';
import { nearName } from '../../../tools/validate/near-name.ts';
import { openRegistry, type TerminalTools } from '../registry.ts';

export interface ToolSetDeps {
  runner: InspectAhead;
  builtins: Builtin[];
  secrets(names: readonly string[]): Secret[];
  place: Session['place'];
  /** @param bundleOf returns the slug of a tool's bundle */
  record(call: FinishedCall, bundleOf: (tool: Tool) => string): void;
  /** Hosts granted to every tool. */
  hosts: readonly string[];
  writes: boolean;
  /** Grants by tool name. */
  grants: Readonly<Record<string, ToolGrants>>;
  /** The name of the file that contains the grants. */
  settingsFile: string;
  /** Called with each served tool: its folder takes the name under which it is served, also after a reload. */
  nameFolder(folder: string, name: string): void;
}

/** A tool that calls other tools can do everything they may do. */
const CALLS_OTHERS = /\btools\b/;

export class ToolSet {
  readonly tools: readonly ServedTool[];
  /** Notes for the operator, in sentences. */
  readonly notes: readonly string[];
  readonly #registry: Registry;
  readonly #asking: Map<string, Approve>;

  private constructor(
    registry: Registry,
    asking: Map<string, Approve>,
    tools: readonly ServedTool[],
    notes: readonly string[],
  ) {
    this.#registry = registry;
    this.#asking = asking;
    this.tools = tools;
    this.notes = notes;
  }

  /** Tools that cannot be read are left out and reported. */
  static async read(drafts: readonly BundleDraft[], deps: ToolSetDeps): Promise<ToolSet> {
    const { runner, builtins, secrets } = deps;
    const asking = new Map<string, Approve>();
    const approve: Approve = (question, signal) =>
      asking.get(callOf(question.caller))?.(question, signal) ?? Promise.resolve(NO);
    const record: TerminalTools['record'] = (call) =>
      deps.record(call, (tool) => registry.infoOf(tool).bundle);
    const registry: Registry = openRegistry({ runner, builtins, secrets, record, approve });
    await registry.load();
    const session: Session = { tools: registry, runner, place: deps.place };
    const notes = drafts.flatMap((draft) => draft.notes);
    const served: ServedTool[] = builtins.map(ofBuiltin);
    const approved = new Set(
      drafts.flatMap(({ tools }) =>
        tools.flatMap(({ approve, fileName }) => (approve ? [stemOf(fileName)] : [])),
      ),
    );
    for (const tool of await installAll(session, drafts)) {
      if (!('spec' in tool) || tool.problem !== undefined)
        notes.push(`${tool.name} is left out: ${tool.problem}`);
      else if (tool.kind !== 'connector') {
        const one = ofTool(registry, await granted(registry, tool, deps, approved.has(tool.name)));
        deps.nameFolder(tool.folder, one.name);
        served.push(one);
      }
    }
    const names = served.map(({ name }) => name);
    for (const unknown of Object.keys(deps.grants).filter((name) => !names.includes(name))) {
      const near = nearName(unknown, names);
      const hint = near === undefined ? '' : ` Did you mean ${near}?`;
      notes.push(`${deps.settingsFile}: there is no tool ${unknown}.${hint}`);
    }
    return new ToolSet(
      registry,
      asking,
      served.filter(({ name }) => registry.get(name)?.enabled),
      notes,
    );
  }

  async call(name: string, args: unknown, { ask, ...watch }: CallWatch): Promise<CallReport> {
    const call = callOf(watch.caller);
    if (ask) this.#asking.set(call, ask);
    try {
      return await this.#registry.call(name, args, watch);
    } finally {
      this.#asking.delete(call);
    }
  }
}

const NO: Answer = { yes: false, scope: 'once' };

/** Returns the id of the outermost call: a question belongs to it, whichever nested tool asks. */
function callOf(caller: Caller): string {
  const first: FirstCaller = caller.kind === 'tool' ? caller.first : caller;
  return first.kind === 'agent' ? `${first.conversation} ${first.call}` : '';
}

async function granted(registry: Registry, tool: Tool, deps: ToolSetDeps, approves: boolean): Promise<Tool> {
  const { hosts = [], writes, policy, enabled, timeout, config } = deps.grants[tool.name] ?? {};
  const asks: Policy = tool.spec.approve || approves ? 'ask' : 'allow';
  const set = await registry.configure(tool.id, {
    hosts: [...new Set([...deps.hosts, ...hosts])],
    writes: writes ?? deps.writes,
    policy: policy ?? asks,
    ...(config && { config: { ...tool.config, ...config } }),
    ...(timeout !== undefined && { limits: { ...tool.limits, timeout } }),
  });
  return enabled === false ? registry.setEnabled(set.id, false) : set;
}

function ofBuiltin({ name, description, parameters }: Builtin): ServedTool {
  return { name, description, builtin: true, parameters, effects: { readsOnly: true, sends: false } };
}

function ofTool(registry: Registry, tool: Tool): ServedTool {
  const { spec, hosts, writes, source, kind } = tool;
  const callsOthers = kind === 'flow' || CALLS_OTHERS.test(source);
  return {
    name: registry.infoOf(tool).name,
    description: spec.description,
    builtin: false,
    parameters: spec.parameters,
    ...(spec.returns && { returns: spec.returns }),
    effects: {
      readsOnly: hosts.length === 0 && !writes && !callsOthers,
      sends: hosts.length > 0 || callsOthers,
    },
  };
}

/** Returns a script's name, taken from its file name. */
function stemOf(fileName: string): string {
  return fileName.replace(/\.\w+$/, '');
}
