// Checks a script while it is typed, after each pause: errors and warnings.
import type { App } from '../../apps/web/app.ts';
import type { Finding, Validation } from '../../core/finding.ts';
import { SCRIPT } from './editor-state.svelte.ts';

/** Short enough to feel immediate, long enough to finish a word. */
const REST_MS = 600;

export interface Checked {
  source: string;
  files: Readonly<Record<string, string>>;
  fileName: string;
  /** The tool it becomes a version of. */
  tool: string;
}

export interface Problem {
  severity: 'error' | 'warning';
  message: string;
  code: Finding['code'];
  /** The text concerned, by its editor path; `place` from 1. Both absent for the tool as a whole. */
  path?: string;
  place?: { line: number; column: number; endLine: number; endColumn: number };
}

export class ScriptCheck {
  readonly #validate: (checked: Checked) => Promise<Validation>;
  #problems = $state.raw<readonly Problem[]>([]);
  #done = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round = 0;

  constructor(parts: Pick<App['toolParts'], 'operations'>) {
    this.#validate = async ({ source, ...options }) => (await parts.operations()).validate(source, options);
  }

  /** Errors first. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** True when the current text has been checked. */
  get done(): boolean {
    return this.#done;
  }

  /** Sets the current text, and cancels older checks. */
  look(checked: Checked, rest = REST_MS): void {
    const round = ++this.#round;
    this.#done = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(checked, round), rest);
  }

  stop(): void {
    this.#round += 1;
    clearTimeout(this.#timer);
  }

  /** For source that is not Lua. */
  clear(): void {
    this.stop();
    this.#problems = [];
    this.#done = false;
  }

  async #run(checked: Checked, round: number): Promise<void> {
    let found: readonly Problem[];
    try {
      found = problemsOf(await this.#validate(checked), checked.fileName);
    } catch {
      // The sandbox is unavailable, which a save or run reports. Nothing is known of this text.
      found = [];
    }
    if (round !== this.#round) return;
    this.#problems = found;
    this.#done = true;
  }
}

/** @param fileName the script's own file name */
export function problemsOf({ errors, warnings }: Validation, fileName: string): Problem[] {
  const read =
    (severity: Problem['severity']) =>
    (finding: Finding): Problem => {
      const { code, message, file, line, column = 1 } = finding;
      if (file === undefined || line === undefined) return { severity, code, message };
      const { endLine = line, endColumn = column } = finding;
      const path = file === fileName ? SCRIPT : file;
      return { severity, code, message, path, place: { line, column, endLine, endColumn } };
    };
  // Located problems first. The script before its modules, each from top to bottom.
  const sorted = (problems: Problem[]): Problem[] => [
    ...problems.filter(({ place }) => place).sort(byPlace),
    ...problems.filter(({ place }) => !place),
  ];
  // Saving renames the file with the tool.
  const shown = warnings.filter(({ code }) => code !== 'name');
  return [...sorted(errors.map(read('error'))), ...sorted(shown.map(read('warning')))];
}

function byPlace(a: Problem, b: Problem): number {
  const { path = '', place } = a;
  const { path: other = '', place: before } = b;
  if (path !== other) return path < other ? -1 : 1;
  return (place?.line ?? 0) - (before?.line ?? 0) || (place?.column ?? 0) - (before?.column ?? 0);
}
