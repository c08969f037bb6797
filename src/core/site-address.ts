// Where the pages of a site are, as its pack names them. Pure.

/**
 * The root of a site whose pack lies in the folder `pack`: the folder above it, without the part of its path that the
 * addresses of its pages begin with.
 * @param pack address of the folder, with a slash at the end and no query
 * @param base the path that the pack was built with
 */
export function siteOf(pack: string, base = '/'): string {
  const above = pack.replace(/^([\w-]+:\/\/[^/]*\/(?:.*\/)?)[^/]+\/$/, '$1');
  return base.length > 1 && above.endsWith(base) ? above.slice(0, 1 - base.length) : above;
}
