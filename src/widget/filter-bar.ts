// The site's filters as one line of toggles, each value with its number of pages.
import type { SiteFilters, SitePackInfo } from '../core/site-pack.ts';
import { make } from './dom.ts';

export class FilterBar {
  readonly root = make('div', { class: 'filters', part: 'filters', role: 'toolbar', hidden: true });
  readonly #chosen = new Map<string, Set<string>>();
  #available: SitePackInfo['filters'] = {};

  constructor(private readonly changed: () => void) {}

  /** Selected values by filter; filters without a selection are left out. */
  get chosen(): SiteFilters {
    return Object.fromEntries(
      [...this.#chosen].filter(([, values]) => values.size > 0).map(([name, values]) => [name, [...values]]),
    );
  }

  choose(filters: SiteFilters): void {
    this.#chosen.clear();
    for (const [name, values] of Object.entries(filters)) this.#chosen.set(name, new Set(values));
    this.#press();
  }

  /** Leaves out filters with a single value, which would have no effect. */
  offer(available: SitePackInfo['filters'], label: string, language: string): void {
    this.root.setAttribute('aria-label', label);
    if (available === this.#available) return;
    this.#available = available;
    const numbers = new Intl.NumberFormat(language);
    const groups = Object.entries(available).filter(([, values]) => Object.keys(values).length > 1);
    this.root.hidden = groups.length === 0;
    this.root.replaceChildren(
      ...groups.map(([name, values]) => {
        const switches = Object.entries(values).map(([value, count]) => {
          const element = make('button', {
            type: 'button',
            class: 'chip',
            part: 'filter',
            'data-value': value,
          });
          element.append(value, make('span', { class: 'count' }, numbers.format(count)));
          element.addEventListener('click', () => this.#toggle(name, value));
          return element;
        });
        const legend = make('span', { class: 'legend', 'aria-hidden': 'true' }, name);
        return make('div', { role: 'group', 'aria-label': name, 'data-name': name }, legend, ...switches);
      }),
    );
    this.#press();
  }

  #toggle(name: string, value: string): void {
    const values = this.#chosen.get(name) ?? new Set();
    if (!values.delete(value)) values.add(value);
    this.#chosen.set(name, values);
    this.#press();
    this.changed();
  }

  #press(): void {
    for (const group of this.root.querySelectorAll<HTMLElement>('[data-name]')) {
      const values = this.#chosen.get(group.dataset['name'] ?? '');
      for (const each of group.querySelectorAll<HTMLElement>('button')) {
        each.setAttribute('aria-pressed', String(values?.has(each.dataset['value'] ?? '') ?? false));
      }
    }
  }
}
