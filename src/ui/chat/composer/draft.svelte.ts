// Unsent text, one draft per conversation. It survives a reload, in this tab only.
import type { Mention } from '../../../core/conversation.ts';

interface Kept {
  text: string;
  mentions: Mention[];
}

const PREFIX = 'perilune:draft:';
/** Characters: session storage is small, and writing it delays typing. */
const LONGEST = 100_000;

export class Draft {
  text = $state('');
  mentions = $state.raw<readonly Mention[]>([]);
  /** Absent: not stored. */
  #key: string | undefined;

  /** Loads the draft of a conversation. @param key undefined when nothing may be stored */
  open(key: string | undefined): void {
    this.#key = key;
    const kept = key === undefined ? undefined : read(PREFIX + key);
    this.text = kept?.text ?? '';
    this.mentions = kept?.mentions ?? [];
  }

  /** The conversation has a new key from now on, as when a new chat gets its id. */
  rename(key: string | undefined): void {
    if (key === this.#key) return;
    write(this.#key, undefined);
    this.#key = key;
    this.keep();
  }

  keep(): void {
    const { text } = this;
    // Session storage has no room for pictures.
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

/** If the browser stores nothing, the draft is lost with the page, and nothing else. */
function write(key: string | undefined, kept: Kept | undefined): void {
  if (key === undefined) return;
  try {
    if (kept) sessionStorage.setItem(PREFIX + key, JSON.stringify(kept));
    else sessionStorage.removeItem(PREFIX + key);
  } catch {
    // as above
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
