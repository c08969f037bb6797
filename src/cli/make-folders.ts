// Makes a folder and those above it. Node's own way never ends where a system refuses new folders by saying that the
// one above is missing, as `/proc` of Linux does.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** @throws the error of the file system: `EEXIST` when something else has the name */
export function makeFolders(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !statSync(at, { throwIfNoEntry: false })?.isDirectory(); at = dirname(at)) {
    missing.push(at);
    if (dirname(at) === at) break;
  }
  for (const one of missing.reverse()) {
    try {
      mkdirSync(one);
    } catch (problem) {
      // Another program may have made it meanwhile.
      if (!statSync(one, { throwIfNoEntry: false })?.isDirectory()) throw problem;
    }
  }
}
