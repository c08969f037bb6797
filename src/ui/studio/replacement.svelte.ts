// The tool that an incoming version would replace, and what of it a person hands over: nothing, until they say so.
import type { App } from '../../apps/web/app.ts';
import { namesIn } from '../../core/placeholders.ts';
import type { Tool } from '../../core/tool.ts';
import { count } from '../components/quantities.ts';

/** Code is part of a version; what else lies with a tool is its data. */
const CODE = /\.lua$|^cases\.json$|^blocks\.json$/i;

export class Replacement {
  readonly tool: Tool;
  /** Names of the secrets that its config uses. */
  readonly secrets: readonly string[];
  /** Names of its other settings. */
  readonly settings: readonly string[];
  /** How much data came with it. */
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
      // Then the number is not said; the choice is the same.
      () => undefined,
    );
  }

  /** Files in its folder, and data that came with it. */
  get files(): number {
    return this.#shipped + this.#written;
  }

  get hasConfig(): boolean {
    return this.secrets.length + this.settings.length > 0;
  }

  get keep(): { config: boolean; folder: boolean } {
    return { config: this.keepsConfig, folder: this.keepsFolder };
  }

  /** What would be replaced, and what the new version would get of it: “Replaces bank 1.0 · would see BANK_KEY · 1 file”. */
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
