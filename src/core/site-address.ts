// Addresses of a site's pages, as named in its index. Pure.

/**
 * Returns the root of a site whose index is in the folder `pack`: the folder above it, without the path that the
 * addresses of its pages begin with.
 * @param pack address of the folder, with a trailing slash and no query
 * @param base the path that the index was built with
 */
export function siteOf(pack: string, base = '/'): string {
  const above = pack.replace(/^([\w-]+:\/\/[^/]*\/(?:.*\/)?)[^/]+\/$/, '$1');
  return base.length > 1 && above.endsWith(base) ? above.slice(0, 1 - base.length) : above;
}
