// Selects tools of a large import: searched by words and tags, selected one by one or all matches.
import { SvelteSet } from 'svelte/reactivity';
import type { BundleDraft, ToolDraft } from '../../core/tool-draft.ts';
import { MOST_TOOLS } from '../../core/bundle.ts';
import { Choosable } from './choosable.ts';

/** From this size on, few users want all of them. */
const LARGE = 50;

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
    this.all = drafts.map((draft) => new Choosable(draft));
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
    return this.all.filter((one) => {
      if (this.tag !== '' && !one.draft.tags.includes(this.tag)) return false;
      return words.every((word) => one.text.includes(word));
    });
  }
}
