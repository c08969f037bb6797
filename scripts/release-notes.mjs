// Prints the changelog's section for a tag such as v0.1.0. Fails when the tag, package.json and CHANGELOG.md
// disagree.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);

/**
 * @param {string} tag such as `v0.1.0`
 * @param {string} packageVersion of package.json
 * @param {string} changelog Markdown with a heading `## [0.1.0]` for each release
 * @throws Error that says what to change.
 */
export function releaseNotes(tag, packageVersion, changelog) {
  const version = /^v(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(tag)?.[1];
  if (version === undefined)
    throw new Error(`The tag must be v and a version, such as v0.1.0, not "${tag}".`);
  if (version !== packageVersion)
    throw new Error(
      `The tag says ${version}, package.json says ${packageVersion}. Set both to the same version.`,
    );
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((each) => each.startsWith(`[${version}]`));
  const notes = part?.slice(part.indexOf('\n')).trim() ?? '';
  if (notes === '')
    throw new Error(`CHANGELOG.md has no entries under "## [${version}]". Move them there from Unreleased.`);
  return notes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
    console.log(
      releaseNotes(process.argv[2] ?? '', version, readFileSync(new URL('CHANGELOG.md', root), 'utf8')),
    );
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
