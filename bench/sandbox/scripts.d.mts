// Types of scripts.mjs, for the workers and the page.
export const PROGRAMS: readonly string[];
export const LUA_TOOLS: Readonly<Record<string, string>>;
export const JAVASCRIPT_TOOLS: Readonly<Record<string, string>>;
export function nativeProgram(name: string, rounds: number): string;
