// Where the assistant stands: who it is told to be, what it answers from, and what is said when nothing is found there.
import type { JsonObject } from '../core/json.ts';

export interface Setting {
  /** Its first instruction: a sentence or two. */
  who: string;
  /** What holds the passages, with its article: `the library`. */
  library: string;
  /** What is known of the place and the moment; the model gets it as data. */
  context?: JsonObject;
  /** For a person: nothing was found, or nothing but tools. */
  nothing: { found: string; butTools: string };
}

/** In the app, over the user's own library. */
export const WORKSPACE: Setting = {
  who: `You are the assistant of Perilune, a workspace in the user's browser that holds their documents (the library) and their tools.`,
  library: 'the library',
  nothing: {
    found: 'Nothing in your library matches. Try other words, or add documents to the library.',
    butTools: 'Nothing in your library matches, but a tool may help.',
  },
};
