// Holds a run to what its script's text shows: an unapproved run can do nothing else.
//
// - Each host call is checked here before it is served, however it was made.
// - A script that goes beyond its list is ended, because it could catch an error.
import { shortened } from '../../base/shortened.ts';
import { Failure } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';
import type { ScriptTouches } from '../../core/script-touches.ts';
import type { ToolEffect } from '../../lua-language/script-touches.ts';

export class ScriptGuard {
  readonly #allowed: ReadonlySet<string>;
  /** Whether a person approved lines whose effects can't be read from the text. */
  readonly #open: boolean;
  readonly #reading: boolean;
  readonly #effectOf: (name: string) => ToolEffect | undefined;
  readonly #stop = new AbortController();
  #failure: Failure | undefined;

  /** @param approved whether a person has seen and approved the script with its list */
  constructor(
    { touches, unclear }: Pick<ScriptTouches, 'touches' | 'unclear'>,
    approved: boolean,
    effectOf: (name: string) => ToolEffect | undefined,
  ) {
    const names = touches.filter(({ effect }) => approved || effect === 'reads').map(({ name }) => name);
    this.#allowed = new Set(names.map(operationOf));
    this.#open = approved && unclear.length > 0;
    this.#reading = !approved;
    this.#effectOf = effectOf;
  }

  /** Aborts when the script goes beyond its list. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** @throws Failure `denied` */
  readonly check = (operation: string, payload: Readonly<Record<string, unknown>>): void => {
    if (this.#open) return;
    for (const name of namesOf(operation, payload)) {
      if (this.#allowed.has(name) && this.#stillReads(name)) continue;
      this.#failure ??= new Failure(
        'denied',
        `the script was stopped: it did something that its text does not show (${shortened(name, 100)}). Write each call literally, such as tools.weather{ city = "Bern" }, so that the user can approve it`,
      );
      this.#stop.abort();
      throw this.#failure;
    }
  };

  /** The tool may have got more rights since the script was read. */
  #stillReads(name: string): boolean {
    if (!this.#reading || !name.startsWith('tools.')) return true;
    return this.#effectOf(name.slice('tools.'.length))?.effect === 'reads';
  }
}

/** Returns the host call that a name in a script stands for. */
function operationOf(name: string): string {
  const [root, first, second] = name.split('.');
  if (root === 'mcp') return `tools.${first}__${second}`;
  if (root === 'http') return name === 'http.token' ? name : 'http.request';
  return name;
}

function namesOf(operation: string, payload: Readonly<Record<string, unknown>>): string[] {
  if (operation === 'tool.call') return [`tools.${String(payload['name'])}`];
  // Reads on in the answer to a request.
  if (operation === 'http.events') return ['http.request'];
  if (operation !== 'tool.calls') return [operation];
  const { calls } = payload;
  const list: unknown[] = Array.isArray(calls) ? calls : [];
  return list.map((one) => `tools.${isObject(one) ? String(one['name']) : ''}`);
}
