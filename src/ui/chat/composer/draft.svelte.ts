// What is written and not asked yet, a draft for each conversation. It outlives a reload of the page, in this tab alone.
import type { Mention } from '../../../core/conversation.ts';

interface Kept {
  text: string;
  mentions: Mention[];
}

const PREFIX = 'perilune:draft:';
/** Characters: storage of a tab is small, and writing it holds up the typing. */
const LONGEST = 100_000;

export class Draft {
  text = $state('');
  mentions = $state.raw<readonly Mention[]>([]);
  /** Absent: it is kept nowhere. */
  #key: string | undefined;

  /** Takes up what was written in a conversation. @param key undefined where nothing may be kept */
  open(key: string | undefined): void {
    this.#key = key;
    const kept = key === undefined ? undefined : read(PREFIX + key);
    this.text = kept?.text ?? '';
    this.mentions = kept?.mentions ?? [];
  }

  /** The same conversation goes by another name from now on, such as a new chat that got its id. */
  rename(key: string | undefined): void {
    if (key === this.#key) return;
    write(this.#key, undefined);
    this.#key = key;
    this.keep();
  }

  keep(): void {
    const { text } = this;
    // Storage of a tab has no room for pictures.
    const mentions = this.mentions.filter(({ kind }) => kind !== 'picture');
    const isEmpty = text.trim() === '' && mentions.length === 0;
    write(this.#key, isEmpty || text.length > LONGEST ? undefined : { text, mentions });
  }

  clear(): void {
    this.text = '';
    this.mentions = [];
  }

  mention(mention: Mention): void {
    const { kind, id } = mention;
    if (this.mentions.some((one) => one.kind === kind && one.id === id)) return;
    this.mentions = [...this.mentions, mention];
  }

  unmention(mention: Mention): void {
    this.mentions = this.mentions.filter((one) => one !== mention);
  }
}

/** A browser that keeps nothing loses the draft with the page, and that is all. */
function write(key: string | undefined, kept: Kept | undefined): void {
  if (key === undefined) return;
  try {
    if (kept) sessionStorage.setItem(PREFIX + key, JSON.stringify(kept));
    else sessionStorage.removeItem(PREFIX + key);
  } catch {
    // as said above
  }
}

function read(key: string): Kept | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Kept> | null;
    if (typeof kept?.text !== 'string') return undefined;
    return { text: kept.text, mentions: Array.isArray(kept.mentions) ? kept.mentions : [] };
  } catch {
    return undefined;
  }
}
