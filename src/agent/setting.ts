// The setting of an assistant: its role, what it answers from, and its words when nothing is found.
import type { JsonObject } from '../base/json.ts';
import type { Greeting } from './greetings.ts';

export interface SpanPart {
  count: number;
  unit: 'years' | 'months' | 'weeks' | 'days';
}

export interface Setting {
  /** Its first instruction: a sentence or two. */
  who: string;
  /** Name of what holds the passages, with its article: `the library`. */
  library: string;
  /** Facts about place and time, given to the model as data. */
  context?: JsonObject;
  /** For a person: nothing was found, or nothing but tools. */
  nothing: { found: string; butTools: string };
  /** Replies to greetings, thanks and questions about what it can do: short, in Markdown. */
  greetings?: Readonly<Record<Greeting, string>>;
  /** The line below a computed figure. @param title of the document, in Markdown */
  computedFrom?(title: string): string;
  /** A day, or a time on it, in the language of the interface. @param time `HH:MM` */
  moment?(date: string, time?: string): string;
  /** The time between two days, and these, in the language of the interface. Undefined: the tool's own words. */
  span?(
    parts: readonly SpanPart[],
    days: readonly [string, string],
  ): { length: string; days: string } | undefined;
  /** Starter questions after a greeting. */
  starters?: readonly string[];
}

/** In the app, with the user's own library. */
export const WORKSPACE: Setting = {
  who: `You are the assistant of Perilune, a workspace in the user's browser that holds their documents (the library) and their tools.`,
  library: 'the library',
  nothing: {
    found: 'Nothing in your library answers this.',
    butTools: 'Nothing in your library answers this, but a tool may help.',
  },
  greetings: {
    hello: 'Hello! Ask a question, and I answer it from your documents and show the source.',
    thanks: 'You’re welcome. Ask another question any time.',
    help: [
      'I answer questions from the documents in your library and show their sources. I also calculate, convert units and count days, and run the tools in your studio.',
      'Drop files anywhere on this page to add them. Everything stays on this device. A connected model also writes answers.',
    ].join('\n\n'),
  },
  computedFrom: (title) => `Computed from ${title}`,
  // In English, like the guide that answers them.
  starters: [
    'How do I add documents to Perilune?',
    'How many days until 31 December?',
    'How do I write a tool in Lua?',
  ],
};
