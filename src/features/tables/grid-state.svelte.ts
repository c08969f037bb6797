// The state of a grid: the rows in view, sorting, filters, and column sums.
import type { StoredDocument } from '../../core/document.ts';
import { toErrorData } from '../../core/errors.ts';
import { engine } from './engine.ts';
import type { LoadedTable, RowsWanted, Totals } from './table-store.ts';

/** Rows per read. */
const PAGE = 200;
/** Milliseconds after the last keystroke before the filter applies. */
const PAUSE = 150;

export interface Sort {
  column: number;
  descending: boolean;
}

export interface GridRow {
  /** Its position in the file, from 0. */
  index: number;
  cells: readonly string[];
}

export class GridState {
  tables = $state.raw<readonly LoadedTable[]>();
  table = $state(0);
  sort = $state.raw<Sort>();
  filter = $state('');
  total = $state<number>();
  totals = $state.raw<readonly (Totals | null)[]>([]);
  problem = $state<string>();
  /** First and last row of the linked passage, by position in the file. */
  marked = $state.raw<[number, number]>();
  #pages = $state.raw<ReadonlyMap<number, readonly GridRow[]>>(new Map());
  #key = '';
  #wanted = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #reading = new Set<number>();

  async open(document: StoredDocument, passage: number | undefined): Promise<void> {
    try {
      const { key, tables } = await engine().load(document);
      this.#key = key;
      const found = document.passages.find(({ index }) => index === passage);
      for (let table = 0; found && table < tables.length; table++) {
        const rows = await engine().call('rowsAt', [key, table, found.start, found.end]);
        if (!rows) continue;
        this.table = table;
        this.marked = rows;
        break;
      }
      this.tables = tables;
      await this.#refresh();
    } catch (error) {
      this.problem = toErrorData(error, 'unavailable').message;
    }
  }

  row(at: number): GridRow | undefined {
    return this.#pages.get(Math.floor(at / PAGE))?.[at % PAGE];
  }

  /** Reads the missing rows in view. */
  look(first: number, last: number): void {
    const end = Math.min(last, (this.total ?? 0) - 1);
    for (let page = Math.floor(first / PAGE); page * PAGE <= end; page++) void this.#read(page);
  }

  choose(table: number): void {
    this.table = table;
    this.sort = undefined;
    this.filter = '';
    this.marked = undefined;
    void this.#refresh();
  }

  /** Cycles through ascending, descending and file order. */
  sortBy(column: number): void {
    const { sort } = this;
    if (sort?.column !== column) this.sort = { column, descending: false };
    else this.sort = sort.descending ? undefined : { column, descending: true };
    void this.#refresh();
  }

  filterBy(text: string): void {
    this.filter = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#refresh(), PAUSE);
  }

  get #rows(): RowsWanted {
    const { column, descending } = this.sort ?? {};
    return {
      filter: this.filter.trim(),
      ...(column !== undefined && { sort: { column, descending: descending === true } }),
    };
  }

  async #refresh(): Promise<void> {
    const rows = this.#rows;
    const wanted = (this.#wanted = JSON.stringify([this.table, rows]));
    try {
      const first = await engine().call('rows', [this.#key, this.table, rows, 0, PAGE]);
      if (this.#wanted !== wanted) return;
      this.#reading.clear();
      this.#pages = new Map([[0, first.rows]]);
      this.total = first.total;
      const totals = await engine().call('totals', [this.#key, this.table, rows]);
      if (this.#wanted === wanted) this.totals = totals;
    } catch (error) {
      if (this.#wanted === wanted) this.problem = toErrorData(error, 'unavailable').message;
    }
  }

  async #read(page: number): Promise<void> {
    if (this.#pages.has(page) || this.#reading.has(page)) return;
    this.#reading.add(page);
    const wanted = this.#wanted;
    try {
      const { rows } = await engine().call('rows', [this.#key, this.table, this.#rows, page * PAGE, PAGE]);
      if (this.#wanted === wanted) this.#pages = new Map(this.#pages).set(page, rows);
    } catch (error) {
      this.problem = toErrorData(error, 'unavailable').message;
    } finally {
      this.#reading.delete(page);
    }
  }
}
