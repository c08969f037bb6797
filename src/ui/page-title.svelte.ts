// The open item's name for the browser tab, when the address alone does not tell.

class PageTitle {
  /** Undefined: the screen's own name. */
  item = $state<string>();
}

export const pageTitle = new PageTitle();
