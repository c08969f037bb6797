// Import limits, and decoding of bytes to text: the same for archives, folders and single files.
import { sha256Hex } from '../../base/digest.ts';
import { Failure } from '../../core/errors.ts';
import type { ImportFile } from '../../core/tool-draft.ts';
import { inMebibytes } from '../../core/limits.ts';

const MIB = 1024 * 1024;

/** Far above any known collection of tools: the largest registry folder has about 40 files, 200 KiB in total. */
export const IMPORT_LIMITS = {
  /** Bytes of one file, unpacked. */
  file: 2 * MIB,
  /** Bytes of one API document: GitHub's has 13 MB. */
  document: 32 * MIB,
  /** Bytes of all files, unpacked; also of an archive itself. */
  total: 40 * MIB,
  entries: 2000,
  /** Text compresses to a tenth, at best a thirtieth. Only artificial data compresses to less than a hundredth. */
  ratio: 100,
  /** Unpacked bytes from which the ratio counts: a short file of spaces is harmless. */
  ratioFrom: MIB,
} as const;

/** Sizes that a kind of archive may have. */
export interface ArchiveLimits {
  /** Bytes of all files, unpacked; also of the archive itself. */
  total: number;
  entries: number;
  /** Bytes of one file, unpacked, and what such a file is called. */
  fileOf(path: string): { bytes: number; what: string };
}

const TOOL_LIMITS: ArchiveLimits = {
  total: IMPORT_LIMITS.total,
  entries: IMPORT_LIMITS.entries,
  fileOf: (path) =>
    /\.(json|ya?ml)$/i.test(path)
      ? { bytes: IMPORT_LIMITS.document, what: 'an API document' }
      : { bytes: IMPORT_LIMITS.file, what: 'a file of a tool' },
};

/** @throws Failure `too_large` that names the file */
export function checkFileSize(path: string, size: number, limits = TOOL_LIMITS): void {
  const { bytes, what } = limits.fileOf(path);
  if (size <= bytes) return;
  throw new Failure(
    'too_large',
    `the file '${path}' takes ${inMebibytes(size)}; ${what} may take ${inMebibytes(bytes)}`,
  );
}

/** @throws Failure `too_large` that names the limit */
export function checkTotals(from: string, files: number, bytes: number, limits = TOOL_LIMITS): void {
  if (files > limits.entries) {
    throw new Failure(
      'too_large',
      `${from} has more than ${limits.entries.toLocaleString('en')} files; import fewer at a time`,
    );
  }
  if (bytes > limits.total) {
    throw new Failure(
      'too_large',
      `${from} takes more than ${inMebibytes(limits.total)}; import less at once`,
    );
  }
}

/** @returns undefined when the bytes are not text: invalid UTF-8, or with a NUL. A byte order mark is dropped. */
export function textOf(bytes: Uint8Array): string | undefined {
  const text = decodeUtf8(bytes);
  return text?.includes('\u0000') ? undefined : text;
}

/** @param exact keeps a byte order mark */
export function decodeUtf8(bytes: Uint8Array, exact = false): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: exact }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns lower-case hex. */
export async function sha256OfBytes(bytes: Uint8Array): Promise<string> {
  // Browsers offer `crypto.subtle` on https and localhost only.
  if (!globalThis.crypto?.subtle) {
    throw new Failure(
      'unavailable',
      'imports need a secure page: open Perilune over https or from localhost',
    );
  }
  return sha256Hex(new Uint8Array(bytes));
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function toImportFile(path: string, text: string): ImportFile {
  return { path, bytes: bytesOf(text) };
}
