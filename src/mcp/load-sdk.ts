// Loads the SDK's client on first use, and keeps its schema library (zod) from compiling code.
//
// Zod tries `new Function` once, and works without it. The page's Content Security Policy would report the attempt.

interface Zod {
  __zod_globalConfig?: { jitless?: boolean };
}

export function loadSdk(): Promise<typeof import('@modelcontextprotocol/client')> {
  ((globalThis as Zod).__zod_globalConfig ??= {}).jitless = true;
  return import('@modelcontextprotocol/client');
}
