// Names and descriptions of the bundles that come with Perilune, in the language of the interface.

/** By the stored text: the build translates only the values. */
const OWN: Readonly<Record<string, string>> = {
  'Built in': 'Built in',
  'My tools': 'My tools',
  'Tools that are part of Perilune.': 'Tools that are part of Perilune.',
  'Tools that come with Perilune.': 'Tools that come with Perilune.',
  'Tools you made.': 'Tools you made.',
};
const SLUGS = ['builtin', 'perilune', 'my-tools'];

/** @param text the name or the description of a bundle */
export function bundleText(slug: string, text: string): string {
  return (SLUGS.includes(slug) ? OWN[text] : undefined) ?? text;
}
