// The current request as the form shows it: its JSON, its problems, and the form's edits.
import type { App } from '../../apps/web/app.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { toErrorData } from '../../core/errors.ts';
import { readHttpSpec } from '../../tools/http/http-spec.ts';
import { SCRIPT, type EditorState } from '../../ui/studio/editor-state.svelte.ts';
import { withField } from './edit-request.ts';
import { namesOf } from './request-names.ts';
import { objectIn, readRequest, textIn, valueIn } from './request-text.ts';

/** Errors are not shown while the user types. */
const REST_MS = 700;

export type Section = 'address' | 'parameters' | 'query' | 'headers' | 'body' | 'auth' | 'response' | 'other';

const SECTIONS: readonly [RegExp, Section][] = [
  [/^request\.url: /, 'address'],
  [/^request\.query/, 'query'],
  [/^request\.headers/, 'headers'],
  [/^request\.(body|contentType): /, 'body'],
  [/^auth/, 'auth'],
  [/^(response|returns)/, 'response'],
  [/^parameter/, 'parameters'],
];

export class RequestForm {
  readonly bench: EditorState;
  readonly #app: Pick<App, 'tools'>;
  readonly #read = $derived.by(() => readRequest(this.text));
  readonly #problem = $derived.by(() => this.#judge());
  /** The text after a pause in typing, for validation. */
  #rested = $state.raw('');

  constructor(bench: EditorState, app: Pick<App, 'tools'>) {
    this.bench = bench;
    this.#app = app;
    this.#rested = this.text;
  }

  /** Validates the text after each pause. Returns a function that stops. */
  watch(): () => void {
    const { text } = this;
    const timer = setTimeout(() => (this.#rested = text), REST_MS);
    return () => clearTimeout(timer);
  }

  get text(): string {
    return this.bench.read(SCRIPT) ?? '';
  }

  set text(text: string) {
    if (text !== this.text) this.bench.write(SCRIPT, text);
  }

  /** Why the text cannot be shown as a form; empty when it can. */
  get unreadable(): string {
    return this.#read.problem ?? '';
  }

  get spec(): JsonObject {
    return this.#read.spec ?? {};
  }

  get request(): JsonObject {
    return objectIn(this.spec, ['request']);
  }

  get method(): string {
    return textIn(this.request, ['method']) || 'GET';
  }

  get url(): string {
    return textIn(this.request, ['url']);
  }

  /** Names with a value in the tool's config. */
  get config(): JsonObject {
    return this.#app.tools.get(this.bench.name)?.config ?? {};
  }

  /** Names in the request that are not parameters: secrets and settings. */
  get settings(): string[] {
    const declared = objectIn(this.spec, ['parameters', 'properties']);
    return [...namesOf(this.spec).keys()].filter((name) => !Object.hasOwn(declared, name));
  }

  value(...path: string[]): Json | undefined {
    return valueIn(this.spec, path);
  }

  textOf(...path: string[]): string {
    return textIn(this.spec, path);
  }

  /** Updates the parameters, too. */
  set(path: readonly string[], value: Json | undefined): void {
    this.text = withField(this.text, path, value, Object.keys(this.config));
  }

  /** The problem in a section of the form, as a sentence. */
  problemIn(section: Section): string {
    return this.#problem?.section === section ? this.#problem.message : '';
  }

  #judge(): { section: Section; message: string } | undefined {
    if (this.unreadable !== '' || this.#rested !== this.text) return undefined;
    try {
      readHttpSpec(this.text, this.bench.fileName);
      return undefined;
    } catch (error) {
      const { message } = toErrorData(error, 'bad_request');
      const section = SECTIONS.find(([pattern]) => pattern.test(message))?.[1] ?? 'other';
      return { section, message: section === 'other' ? message : message.replace(/^[^:]*: /, '') };
    }
  }
}
