// The form at the start of a chat, while it is on screen, so that the message field can show errors there.

/** Shows an error in the form, and focuses the field to fix. */
export type ShowProblem = (sentence: string) => void;

let shown: ShowProblem | undefined;

export function startForm(): ShowProblem | undefined {
  return shown;
}

/** Returns a function that removes it. */
export function offerStartForm(show: ShowProblem): () => void {
  shown = show;
  return () => {
    if (shown === show) shown = undefined;
  };
}
