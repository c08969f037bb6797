// What was typed and chosen above the list of tools. It outlives the screen, so that going back finds the list as it was.
import { NO_FILTER, type ShelfFilter } from './shelf-filter.ts';

class ShelfView {
  query = $state('');
  filter = $state<ShelfFilter>({ ...NO_FILTER });

  clear(): void {
    this.query = '';
    this.filter = { ...NO_FILTER };
  }
}

export const shelfView = new ShelfView();
