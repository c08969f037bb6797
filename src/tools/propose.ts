// Checks a tool that a model proposes, runs its test cases, and stores it for a person to review. Installs nothing.
import { Failure } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { Proposal, ProposalResult } from '../core/proposal.ts';
import type { ToolCase } from '../core/tool-case.ts';
import type { Tool } from '../core/tool.ts';

export interface ProposeDeps {
  /** Returns the name that the text declares. @throws Failure that says why it is not a tool */
  nameOf(source: string): Promise<string>;
  /** Returns sentences on why a text is not a working tool. */
  check(source: string): Promise<string[]>;
  /** @throws Failure that names the case and the field */
  readCases(text: string): Promise<ToolCase[]>;
  /** Runs them without network; returns the failures, in sentences. */
  tryCases(proposal: Pick<Proposal, 'name' | 'source'>, cases: readonly ToolCase[]): Promise<string[]>;
  find(name: string): Tool | undefined;
  keep(proposal: Proposal): void;
  newId(): string;
}

const NEXT =
  'Tell the user what you propose and why. It is not installed, and cannot be called: the user looks at it in the studio and decides.';

const NEXT_OF_REMOVAL =
  'Tell the user what you propose and why. Nothing is removed: the user decides on the card of this call.';

/** @throws Failure `bad_request` with every reason why the text is no proposal, `not_found` */
export async function propose(deps: ProposeDeps, args: JsonObject): Promise<ProposalResult> {
  const { removes } = args;
  if (typeof removes === 'string' && removes !== '') return proposeRemoval(deps, args, removes);
  const source = textOf(args, 'source');
  const reason = textOf(args, 'reason');
  const problems = await deps.check(source);
  const name = await deps.nameOf(source).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code === 'unavailable') throw error;
    throw refused([error.message, ...problems]);
  });
  const there = deps.find(name);
  checkPlace(deps, name, there, args['replaces']);
  const cases = args['cases'] === undefined ? undefined : await casesOf(deps, args['cases']);
  if (cases) problems.push(...(await deps.tryCases({ name, source }, cases)));
  const kind = there ? 'fix' : 'new';
  const proposal: Proposal = {
    ...{ id: deps.newId(), name, kind, source, reason, problems },
    ...(cases && { cases }),
  };
  deps.keep(proposal);
  return { proposal: proposal.id, name, kind, cases: cases?.length ?? 0, problems, next: NEXT };
}

function proposeRemoval(deps: ProposeDeps, args: JsonObject, name: string): ProposalResult {
  textOf(args, 'reason');
  const there = deps.find(name);
  if (!there) throw new Failure('not_found', `no tool registered with name: ${name}`);
  if (there.origin === 'builtin') throw refused([`'${name}' is a built-in tool that can’t be removed`]);
  return { proposal: deps.newId(), name, kind: 'removal', cases: 0, problems: [], next: NEXT_OF_REMOVAL };
}

function checkPlace(deps: ProposeDeps, name: string, there: Tool | undefined, replaces: unknown): void {
  if (there?.origin === 'builtin') {
    throw refused([`'${name}' is a built-in tool that can’t be replaced: choose another name`]);
  }
  if (typeof replaces !== 'string' || replaces === '') return;
  if (!deps.find(replaces)) throw new Failure('not_found', `no tool registered with name: ${replaces}`);
  if (replaces !== name) {
    throw refused([`the script is named '${name}', but it should replace '${replaces}': keep the name`]);
  }
}

async function casesOf(deps: ProposeDeps, cases: unknown): Promise<ToolCase[]> {
  try {
    return await deps.readCases(JSON.stringify(cases));
  } catch (error) {
    if (error instanceof Failure) throw refused([`the cases: ${error.message}`]);
    throw error;
  }
}

function textOf(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new Failure('bad_request', `${name} must not be empty`);
}

function refused(problems: readonly string[]): Failure {
  return new Failure('bad_request', `this cannot be proposed: ${[...new Set(problems)].join('; ')}`);
}
