// The calls of the recognition worker, with their answers.
import type { RecognisedPage } from '../../core/ports/text-recognition.ts';

export interface RecognitionCalls {
  /** Sets the languages from now on, by code. The engine and their data load with the first image that is not blank. */
  start: { args: [languages: string[]]; result: null };
  picture: { args: [file: Blob]; result: RecognisedPage };
  /** Replaces the open file. @returns its number of pages */
  openPdf: { args: [file: Blob]; result: null };
  pdfPage: { args: [number: number]; result: RecognisedPage };
  closePdf: { args: []; result: null };
}

export type RecognitionMethod = keyof RecognitionCalls;
