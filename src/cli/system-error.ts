// Errors of the file system as sentences, for people at a terminal.
import { Failure, type ErrorCode } from '../core/errors.ts';

const SENTENCES: Readonly<Record<string, [code: ErrorCode, says: string]>> = {
  EACCES: ['denied', 'permission denied. Check who owns it, or name another place'],
  EPERM: ['denied', 'permission denied. Check who owns it, or name another place'],
  EROFS: ['denied', 'the disk is read-only. Name another place'],
  ENOENT: ['not_found', 'not found'],
  ENOTDIR: ['conflict', 'a part of this path is a file, not a folder'],
  EISDIR: ['conflict', 'this is a folder, not a file'],
  EEXIST: ['conflict', 'this name already exists'],
  ENOSPC: ['unavailable', 'the disk is full'],
  EDQUOT: ['unavailable', 'your disk quota is used up'],
  EMFILE: ['unavailable', 'too many files are open'],
  ENFILE: ['unavailable', 'too many files are open'],
  ENAMETOOLONG: ['bad_request', 'the name is too long'],
  ELOOP: ['bad_request', 'its links form a loop'],
};

/** Returns the failure that a file system error stands for, or undefined for any other value: a bug. */
export function systemFailure(problem: unknown): Failure | undefined {
  const { place, said } = readError(problem);
  return said && place !== undefined ? new Failure(said[0], `${place}: ${said[1]}`) : undefined;
}

/** Returns the sentence for a file that was named but could not be read or parsed. */
export function unreadable(file: string, problem: unknown): string {
  const { said } = readError(problem);
  if (said?.[0] === 'not_found') return `File not found: ${file}`;
  return `${file} cannot be read: ${said?.[1] ?? (problem as Error).message}`;
}

function readError(problem: unknown): { place?: string | undefined; said?: (typeof SENTENCES)[string] } {
  if (!(problem instanceof Error)) return {};
  const { code = '', syscall, path, dest } = problem as NodeJS.ErrnoException & { dest?: string };
  return syscall === undefined ? {} : { place: dest ?? path, said: SENTENCES[code] };
}
