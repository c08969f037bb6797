// The search and filters of the tool list. They outlive the screen, so that going back restores the list.
import { NO_FILTER, type ToolFilter } from './tool-filter.ts';

class ToolListView {
  query = $state('');
  filter = $state<ToolFilter>({ ...NO_FILTER });

  clear(): void {
    this.query = '';
    this.filter = { ...NO_FILTER };
  }
}

export const toolListView = new ToolListView();
