// The content security policy of a built site's pages: their own files, and any endpoint that a visitor chooses for the
// assistant.
const NEEDED = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "worker-src 'self'",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
];

/** @param further directives of one site */
export function pagePolicy(...further: string[]): string {
  return [...NEEDED, ...further].join('; ');
}
