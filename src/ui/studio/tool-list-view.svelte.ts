// What was typed and chosen above the list of tools. It outlives the screen, so that going back finds the list as it was.
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
