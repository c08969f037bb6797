// Who may show the app inside of a page of theirs: nobody, unless whoever hosts it says so in index.html. Pure.

/** Part of every host of JavaScript, though not of the language. */
declare const URL: { new (text: string): { origin: string }; canParse(text: string): boolean };

/** The element of index.html that names them: `<meta name="perilune-frame-ancestors" content="https://portal.example" />`. */
export const FRAME_ANCESTORS = 'perilune-frame-ancestors';

const META = new RegExp(`<meta\\s+name="${FRAME_ANCESTORS}"\\s+content="([^"]{0,2000})"`);

/** @returns origins, each once, as browsers write them. What is no origin of the web is left out. */
export function originsIn(list: string): string[] {
  const origins = list
    .split(/\s+/)
    .filter((each) => /^https?:\/\//i.test(each) && URL.canParse(each))
    .map((each) => new URL(each).origin);
  return [...new Set(origins)];
}

/** The directive of a Content-Security-Policy header for this index.html. */
export function frameAncestorsDirective(html: string): string {
  const origins = originsIn(META.exec(html)?.[1] ?? '');
  return `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`;
}

/**
 * @param ancestors origins of all pages around, or undefined when the browser does not tell them all
 * @param allowed what the element of index.html says
 */
export function mayBeFramedBy(ancestors: readonly string[] | undefined, allowed: string): boolean {
  const origins = originsIn(allowed);
  return ancestors !== undefined && ancestors.length > 0 && ancestors.every((each) => origins.includes(each));
}
