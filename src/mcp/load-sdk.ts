// Loads the SDK's client on first use, with its schema library (zod) told not to make code of text.
//
// Zod tries `new Function` once, and does without where a page forbids it. The page's policy would report the attempt.

interface Zod {
  __zod_globalConfig?: { jitless?: boolean };
}

export function loadSdk(): Promise<typeof import('@modelcontextprotocol/client')> {
  ((globalThis as Zod).__zod_globalConfig ??= {}).jitless = true;
  return import('@modelcontextprotocol/client');
}
