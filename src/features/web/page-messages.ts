// Messages between the page and the worker that reads web pages: one request, one answer.
import type { ErrorData } from '../../core/errors.ts';
import type { ReadPage } from '../../core/ports/page-reader.ts';

export interface ToPages {
  id: number;
  page: Uint8Array;
  address: string | undefined;
}

export type FromPages = { id: number } & ({ read: ReadPage; error?: undefined } | { error: ErrorData });
