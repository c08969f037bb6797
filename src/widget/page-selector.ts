// Parses selectors in a page's attributes: an invalid one is reported once and counts as absent.

const reported = new Set<string>();

/** @returns the selector, or undefined when it is absent or invalid. */
export function readSelector(attribute: string, selector: string | null): string | undefined {
  if (!selector) return undefined;
  try {
    document.createDocumentFragment().querySelector(selector);
    return selector;
  } catch {
    const problem = `<perilune-chat> ${attribute}: “${selector}” is not a valid CSS selector.`;
    if (!reported.has(problem)) console.warn(problem);
    reported.add(problem);
    return undefined;
  }
}
