// Sentences of pure code, in English or in the language of the caller. Pure.

/** Makes a text of a template: the interface translates it. */
export type Words = (text: TemplateStringsArray, ...values: unknown[]) => string;

export const inEnglish: Words = (text, ...values) => String.raw({ raw: text }, ...values);
