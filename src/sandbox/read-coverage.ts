// Reads a worker's report of executed lines. It comes from untrusted code, so it affects only what is shown.
import type { Coverage } from '../core/coverage.ts';
import { isObject } from '../base/json.ts';

/** Returns undefined unless it is coverage of these texts ('' is the script). */
export function readCoverage(json: string, paths: ReadonlySet<string>): Coverage | undefined {
  const given = parsed(json);
  if (!isObject(given)) return undefined;
  const texts = Object.entries(given);
  const known = texts.every(
    ([path, lines]) => paths.has(path) && isObject(lines) && Object.entries(lines).every(isCount),
  );
  return known ? (given as Coverage) : undefined;
}

function isCount([line, count]: [string, unknown]): boolean {
  return /^[1-9]\d{0,8}$/.test(line) && Number.isSafeInteger(count) && (count as number) >= 0;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
