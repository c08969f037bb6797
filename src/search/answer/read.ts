// What is known about a question and the document of a candidate, for judging whether it answers.
import type { Language } from '../language.ts';
import type { ParsedQuestion } from './question.ts';
import type { Terms } from './terms.ts';

export interface Read {
  question: ParsedQuestion;
  terms: Terms;
  language: Language;
  title: string;
  /** How small the library is, 0 to 1. */
  small: number;
}
