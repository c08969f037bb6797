// Sentences of pure code: English, or in the language of whoever shows them. Pure.

/** Makes a text of a template: the interface translates it. */
export type Words = (text: TemplateStringsArray, ...values: unknown[]) => string;

export const inEnglish: Words = (text, ...values) => String.raw({ raw: text }, ...values);
