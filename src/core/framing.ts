// The sites that may embed the app in a frame: none, unless its host names them in index.html. Pure.

/** Provided by every JavaScript runtime, though not by the language. */
declare const URL: { new (text: string): { origin: string }; canParse(text: string): boolean };

/** Name of the element in index.html: `<meta name="perilune-frame-ancestors" content="https://portal.example" />`. */
export const FRAME_ANCESTORS = 'perilune-frame-ancestors';

const META = new RegExp(`<meta\\s+name="${FRAME_ANCESTORS}"\\s+content="([^"]{0,2000})"`);

/** @returns unique origins in the browser's spelling. Entries that are not web origins are left out. */
export function originsIn(list: string): string[] {
  const origins = list
    .split(/\s+/)
    .filter((each) => /^https?:\/\//i.test(each) && URL.canParse(each))
    .map((each) => new URL(each).origin);
  return [...new Set(origins)];
}

/** Returns the Content-Security-Policy directive for this index.html. */
export function frameAncestorsDirective(html: string): string {
  const origins = originsIn(META.exec(html)?.[1] ?? '');
  return `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`;
}

/**
 * @param ancestors origins of all ancestor pages, or undefined when the browser does not reveal them all
 * @param allowed content of the element in index.html
 */
export function mayBeFramedBy(ancestors: readonly string[] | undefined, allowed: string): boolean {
  const origins = originsIn(allowed);
  return ancestors !== undefined && ancestors.length > 0 && ancestors.every((each) => origins.includes(each));
}
