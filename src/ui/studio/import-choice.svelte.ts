// Selects tools of a large import: searched by words and tags, selected one by one or all matches.
import { SvelteSet } from 'svelte/reactivity';
import { isObject } from '../../base/json.ts';
import type { BundleDraft, ToolDraft } from '../../core/tool-draft.ts';
import { MOST_TOOLS } from '../../core/bundle.ts';

/** From this size on, few users want all of them. */
const LARGE = 50;

export interface Choosable {
  draft: ToolDraft;
  name: string;
  description: string;
  /** Method and path of a request, such as `GET /repos/{owner}`; empty for other tools. */
  request: string;
}

export class ImportChoice {
  readonly all: readonly Choosable[];
  /** Each with its number of tools, most frequent first. */
  readonly tags: readonly { tag: string; count: number }[];
  readonly #chosen = new SvelteSet<ToolDraft>();
  query = $state('');
  /** Empty: any. */
  tag = $state('');
  readonly found: readonly Choosable[] = $derived(this.#find());

  constructor(drafts: readonly ToolDraft[]) {
    this.all = drafts.map(choosable);
    const counts = new Map<string, number>();
    for (const tag of drafts.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    this.tags = [...counts]
      .map(([tag, count]) => ({ tag, count }))
      .sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag, 'en'));
  }

  static isNeeded(bundles: readonly BundleDraft[]): boolean {
    return bundles.some(({ tools }) => tools.length > LARGE);
  }

  get count(): number {
    return this.#chosen.size;
  }

  /** Why the selection can't be imported, as a sentence. */
  get problem(): string | undefined {
    if (this.count <= MOST_TOOLS) return undefined;
    return `A bundle holds up to ${MOST_TOOLS} tools. Choose fewer.`;
  }

  has(draft: ToolDraft): boolean {
    return this.#chosen.has(draft);
  }

  set(draft: ToolDraft, on: boolean): void {
    if (on) this.#chosen.add(draft);
    else this.#chosen.delete(draft);
  }

  get hasAllFound(): boolean {
    return this.found.length > 0 && this.found.every(({ draft }) => this.has(draft));
  }

  setFound(on: boolean): void {
    for (const { draft } of this.found) this.set(draft, on);
  }

  #find(): Choosable[] {
    const words = this.query.toLowerCase().split(/\s+/).filter(Boolean);
    return this.all.filter(({ draft, name, description, request }) => {
      if (this.tag !== '' && !draft.tags.includes(this.tag)) return false;
      const text = `${name} ${description} ${request} ${draft.tags.join(' ')}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }
}

function choosable(draft: ToolDraft): Choosable {
  const name = draft.fileName.replace(/^.*\//, '').replace(/(\.(http|flow))?\.[a-z]+$/i, '');
  if (draft.kind === 'lua') return { draft, name, description: '', request: '' };
  const spec: unknown = JSON.parse(draft.source);
  const { description, request } = isObject(spec) ? spec : {};
  const { method, url } = isObject(request) ? request : {};
  const path = typeof url === 'string' ? url.replace(/^(https?:\/\/[^/]*|\$\{[^}]*\})/, '') : '';
  return {
    draft,
    name,
    description: typeof description === 'string' ? description : '',
    request: path === '' ? '' : `${typeof method === 'string' ? method.toUpperCase() : 'GET'} ${path}`,
  };
}
