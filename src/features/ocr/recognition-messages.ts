// Messages between the recognition worker and its owner: each is a call and its answer.
import type { ErrorData } from '../../core/errors.ts';
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

export interface ToRecognition {
  id: number;
  method: RecognitionMethod;
  args: unknown[];
}

export type FromRecognition =
  { id: number; result: unknown; error?: undefined } | { id: number; error: ErrorData; result?: undefined };
