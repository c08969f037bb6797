// Recently chosen palette entries, newest first; stored in this browser, and not essential.
const KEY = 'perilune-palette-recent';
const MOST = 8;

export function recentEntries(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberEntry(id: string): void {
  try {
    const rest = recentEntries().filter((other) => other !== id);
    localStorage.setItem(KEY, JSON.stringify([id, ...rest].slice(0, MOST)));
  } catch {
    // If storage is full or blocked, only this memory is lost.
  }
}
