// A site's configuration: the content of `perilune.config.json`, which files are pages, and where each is published.
import { Failure } from '../core/errors.ts';
import { isObject, type JsonObject } from '../base/json.ts';

export interface SiteConfig {
  /** Of the site. */
  name?: string;
  /** Path of the site on its host: `/` or `/docs/`. */
  base: string;
  /** Files that are pages: globs below the folder. */
  include: readonly string[];
  exclude: readonly string[];
  /** Filters by path: for each name, globs with the value of their pages. */
  filters: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Links to pages omit `.html`. */
  cleanUrls: boolean;
  /** A folder of Lua tools, relative to the configuration file. */
  tools?: string;
  /** Computes vectors of passages, so that visitors can search by meaning. */
  vectors: boolean;
  /** Passed to the widget unchanged. */
  widget: JsonObject;
}

const INCLUDE = ['**/*.html', '**/*.htm', '**/*.md'];

/** Pages that only link to others, as documentation generators name them. */
const NO_PAGES = [
  '404.html',
  '404/**',
  '**/404.html',
  'search.html',
  'search/**',
  'genindex*.html',
  'py-modindex.html',
  '_modules/**',
  '_sources/**',
  '_static/**',
  'print.html',
  'toc.html',
  'contents.html',
  'tags/**',
  'blog/tags/**',
  'blog/archive/**',
];

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string' && value !== '';
const areTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const KEYS: Record<keyof SiteConfig, { is: Check; what: string }> = {
  name: { is: isText, what: 'a text' },
  base: { is: isText, what: 'a path such as /docs/' },
  include: { is: areTexts, what: 'a list of globs such as "guide/**"' },
  exclude: { is: areTexts, what: 'a list of globs such as "drafts/**"' },
  filters: {
    is: (value) =>
      isObject(value) &&
      Object.values(value).every((one) => isObject(one) && Object.values(one).every(isText)),
    what: 'an object such as {"section": {"guide/**": "Guide"}}',
  },
  cleanUrls: { is: (value) => typeof value === 'boolean', what: 'true or false' },
  tools: { is: isText, what: 'a folder' },
  vectors: { is: (value) => typeof value === 'boolean', what: 'true or false' },
  widget: { is: isObject, what: 'an object' },
};

/**
 * @param config the parsed content of the file
 * @throws Failure `bad_request` that names the error.
 */
export function readSiteConfig(config: unknown): SiteConfig {
  if (!isObject(config)) throw new Failure('bad_request', 'it must contain a JSON object');
  for (const [key, value] of Object.entries(config)) {
    if (key === '$schema') continue;
    if (!Object.hasOwn(KEYS, key)) {
      throw new Failure(
        'bad_request',
        `there is no setting ${key}; there are ${Object.keys(KEYS).join(', ')}`,
      );
    }
    const { is, what } = KEYS[key as keyof SiteConfig];
    if (!is(value)) throw new Failure('bad_request', `${key} must be ${what}`);
  }
  const { base = '/', include = INCLUDE, exclude = [], ...rest } = config as Partial<SiteConfig>;
  return {
    cleanUrls: false,
    vectors: false,
    widget: {},
    filters: {},
    ...rest,
    include,
    exclude: [...NO_PAGES, ...exclude],
    base: baseOf(base),
  };
}

/** Returns a path with a slash at both ends. Of a whole address it takes the path; `./` and `../` are the root. */
export function baseOf(address: string): string {
  const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '');
  return `/${path}/`.replace(/(?:\/\.{0,2})+\//g, '/');
}

/** Selects the pages among the files of a site. `path` is relative, with `/`. */
export function pageFilter({ include, exclude }: SiteConfig): (path: string) => boolean {
  const [wanted, left] = [include.map(globPattern), exclude.map(globPattern)];
  return (path) =>
    /\.(?:html?|md)$/i.test(path) &&
    !path.split('/').some((name) => name.startsWith('.') || name === 'node_modules') &&
    wanted.some((pattern) => pattern.test(path)) &&
    !left.some((pattern) => pattern.test(path));
}

/** Returns the filters that a page has by its path. */
export function filtersByPath({ filters }: SiteConfig, path: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, values] of Object.entries(filters)) {
    if (name in {}) continue;
    const its = Object.entries(values).flatMap(([glob, value]) =>
      globPattern(glob).test(path) ? [value] : [],
    );
    if (its.length > 0) found[name] = [...new Set(its)];
  }
  return found;
}

/** `**` matches any folders, `*` a part of a name, `?` one character, `{a,b}` either. */
export function globPattern(glob: string): RegExp {
  const source = glob
    .replace(/^\.?\//, '')
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^{}]*)\}/g, (_, either: string) => `(?:${either.split(',').join('|')})`)
    .replace(/\*\*\/|\*\*|\*|\?/g, (part) => GLOB[part]!);
  return new RegExp(`^${source}$`);
}

const GLOB: Record<string, string> = { '**/': '(?:[^/]+/)*', '**': '.*', '*': '[^/]*', '?': '[^/]' };

/** Returns the published address of a page, from the root of its host. */
export function pageAddress(
  path: string,
  { base, cleanUrls }: Pick<SiteConfig, 'base' | 'cleanUrls'>,
): string {
  const page = path.replace(/\.md$/i, '.html').replace(/(^|\/)readme\.html$/i, '$1index.html');
  const published = page.replace(/(^|\/)index\.html?$/i, '$1');
  const address = cleanUrls ? published.replace(/\.html?$/i, '') : published;
  return base + address.split('/').map(encodeURIComponent).join('/');
}
