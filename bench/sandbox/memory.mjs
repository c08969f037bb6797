// Memory of a process and its descendants, from Linux's /proc.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Bytes, with shared pages counted proportionally; undefined without /proc. */
export function memoryOf(pid) {
  if (!existsSync('/proc/self/smaps_rollup')) return undefined;
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(name));
  }
  const family = new Set([pid]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const [child, parent] of parents) if (family.has(parent)) family.add(child);
  }
  return [...family].reduce((sum, member) => sum + proportionalSize(member), 0);
}

function parentOf(pid) {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined; // it has just ended
  }
}

function proportionalSize(pid) {
  try {
    const [, kibibytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
