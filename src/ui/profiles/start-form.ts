// The form at the start of a chat, while it is on screen: for the composer, which says there what is lacking.

/** Says a sentence in the form, and puts the keyboard where it can be mended. */
export type ShowProblem = (sentence: string) => void;

let shown: ShowProblem | undefined;

export function startForm(): ShowProblem | undefined {
  return shown;
}

/** Returns what takes it away. */
export function offerStartForm(show: ShowProblem): () => void {
  shown = show;
  return () => {
    if (shown === show) shown = undefined;
  };
}
