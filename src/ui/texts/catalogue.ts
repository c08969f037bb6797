// The texts of one language, keyed by their English: loaded only when the interface is not in English.
//
// A translation keeps the placeholders of its source, `{0}`, and writes plurals in ICU syntax: `{0, plural, one {#
// day} other {# days}}`. This file imports nothing, because the app's first file waits for it.

/** A placeholder, with or without plural forms. */
const PLACE = /\{(\d+)(?:, plural,((?:\s*\w+ \{[^{}]*\})+)\s*)?\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;
const TAG = /(<[^>]*>)/;
const ATTRIBUTE = / (aria-label|aria-description|title|placeholder|alt)="([^"]*)"/g;
const RIGHT_TO_LEFT = /\p{Script=Arabic}/u;
const LEFT_TO_RIGHT = /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}]/u;
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Returns undefined when the texts can't be loaded: the interface is then in English. */
export async function openCatalogue(language: string): Promise<Catalogue | undefined> {
  try {
    const response = await fetch(new URL(`texts/${language}.json`, document.baseURI));
    if (!response.ok) throw new Error(`texts/${language}.json: ${response.status}`);
    const texts = (await response.json()) as Record<string, string>;
    const root = document.documentElement;
    root.lang = language;
    root.dir = language === 'ar' ? 'rtl' : 'ltr';
    return new Catalogue(language, new Map(Object.entries(texts)));
  } catch (error) {
    console.warn('The texts could not be loaded: the interface is in English.', error);
    return undefined;
  }
}

export class Catalogue {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #plurals: Intl.PluralRules;
  readonly #numbers: Intl.NumberFormat;

  constructor(language: string, texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
    this.#plurals = new Intl.PluralRules(language);
    this.#numbers = new Intl.NumberFormat(language);
  }

  /** @param text a text, markup, or the strings of a template literal */
  translate(text: string | readonly string[], values: readonly unknown[]): string {
    return typeof text === 'string' && text.includes('<') ? this.markup(text) : this.text(text, values);
  }

  text(text: string | readonly string[], values: readonly unknown[]): string {
    const source =
      typeof text === 'string' ? text : text.reduce((all, part, index) => `${all}{${index - 1}}${part}`);
    const [, before = '', core = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(source) ?? [];
    const found = this.#texts.get(core.replaceAll(/\s+/g, ' ')) ?? core;
    return before + (typeof text === 'string' ? found : this.#fill(found, values)) + after;
  }

  /** Returns the translation of a text with placeholders, if there is one. */
  find(key: string, values: readonly unknown[]): string | undefined {
    const found = this.#texts.get(key);
    return found === undefined ? undefined : this.#fill(found, values);
  }

  /** Translates the texts between tags, and the visible or announced attributes. */
  markup(markup: string): string {
    return markup
      .split(TAG)
      .map((part, index) =>
        index % 2 === 0
          ? encoded(this.text(decoded(part), []))
          : part.replaceAll(
              ATTRIBUTE,
              (_, name: string, value: string) => ` ${name}="${encoded(this.text(decoded(value), []))}"`,
            ),
      )
      .join('');
  }

  /**
   * In a right-to-left text with several values, one with letters of the other direction is isolated, or a number or
   * name next to it would move to its other side. A number in a plural is formatted for the language; elsewhere it may be a port or a line,
   * and stays.
   */
  #fill(text: string, values: readonly unknown[]): string {
    const isMixed = values.length > 1 && RIGHT_TO_LEFT.test(text);
    return text.replaceAll(PLACE, (_, place: string, forms?: string) => {
      const value = values[Number(place)];
      if (forms === undefined) {
        const shown = String(value);
        return isMixed && LEFT_TO_RIGHT.test(shown) ? `\u2068${shown}\u2069` : shown;
      }
      // A formatted number in the text: it has separators, but no fractions.
      const number = typeof value === 'number' ? value : Number(String(value).replaceAll(/\D/g, ''));
      const shown = typeof value === 'number' ? this.#numbers.format(value) : String(value);
      const byName = new Map([...forms.matchAll(FORM)].map(([, name, words]) => [name, words ?? '']));
      const form = byName.get(this.#plurals.select(number)) ?? byName.get('other') ?? '';
      return form.replaceAll('#', () => shown);
    });
  }
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

function encoded(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
