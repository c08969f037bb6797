// What the open item is called in the browser's tab, where the address alone does not tell.

class PageTitle {
  /** Undefined: the screen's own name. */
  item = $state<string>();
}

export const pageTitle = new PageTitle();
