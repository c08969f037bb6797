// How often a tool may be called and what it is found by, as people type it. Pure.

/** The most that a minute may hold. */
const MOST = 6000;

/** An empty field means: as many as come. */
export function readCalls(text: string): { value?: number; problem?: string } {
  const typed = text.trim();
  if (typed === '') return {};
  const value = Number(typed);
  if (Number.isInteger(value) && value >= 1 && value <= MOST) return { value };
  return { problem: `Enter a whole number from 1 to ${MOST.toLocaleString('en')}, or leave it empty.` };
}

/** `weather, work`: with commas or spaces between them. */
export function readTags(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((tag) => tag !== ''))];
}
