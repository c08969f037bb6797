// The tool that an incoming version replaces, and what the user passes on from it: nothing by default.
import type { App } from '../../apps/web/app.ts';
import { namesIn } from '../../core/placeholders.ts';
import type { Tool } from '../../core/tool.ts';
import { count } from '../components/quantities.ts';

/** Code is part of a version; a tool's other files are its data. */
const CODE = /\.lua$|^cases\.json$|^blocks\.json$/i;

export class Replacement {
  readonly tool: Tool;
  /** Names of secrets in its config. */
  readonly secrets: readonly string[];
  /** Names of its other settings. */
  readonly settings: readonly string[];
  /** Number of data files that came with it. */
  readonly #shipped: number;
  #written = $state(0);
  keepsConfig = $state(false);
  keepsFolder = $state(false);

  constructor(tool: Tool, folders: Pick<App['folders'], 'list'>) {
    this.tool = tool;
    this.secrets = namesIn(tool.config);
    this.settings = Object.entries(tool.config).flatMap(([key, value]) =>
      namesIn({ value }).length > 0 ? [] : key,
    );
    this.#shipped = Object.keys(tool.files).filter((path) => !CODE.test(path)).length;
    folders.list(tool.folder).then(
      (written) => (this.#written = written.length),
      // Without it, no number is shown; the choice is the same.
      () => undefined,
    );
  }

  /** Files in its folder, plus data that came with it. */
  get files(): number {
    return this.#shipped + this.#written;
  }

  get hasConfig(): boolean {
    return this.secrets.length + this.settings.length > 0;
  }

  get keep(): { config: boolean; folder: boolean } {
    return { config: this.keepsConfig, folder: this.keepsFolder };
  }

  /** What is replaced, and what the new version would get: “Replaces bank 1.0 · would see BANK_KEY · 1 file”. */
  get line(): string {
    const { name, spec } = this.tool;
    const seen = [...this.secrets, ...this.settings].join(', ');
    const gets = [
      ...(this.keepsConfig && seen !== '' ? [`would see ${seen}`] : []),
      ...(this.keepsFolder && this.files > 0 ? [count(this.files, 'file')] : []),
    ];
    const rest = gets.length > 0 ? gets : ['gets no config or files'];
    return [`Replaces ${name}${spec.version === '' ? '' : ` ${spec.version}`}`, ...rest].join(' · ');
  }
}
