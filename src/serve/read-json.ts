// Reads the JSON of a request up to a size limit.
import { joinedBytes } from '../base/joined-bytes.ts';
import { Failure } from '../core/errors.ts';
import { inMebibytes } from '../core/limits.ts';

/** Bytes: the limit of an MCP request. */
export const MOST_BODY = 4 * 1024 * 1024;

/** An empty body counts as an empty object. @throws Failure `too_large`, or `bad_request` for invalid JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const text = new TextDecoder().decode(await readBody(request));
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch (problem) {
    throw new Failure('bad_request', `the body is not valid JSON: ${(problem as Error).message}`);
  }
}

async function readBody({ body }: Request): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MOST_BODY) {
      throw new Failure('too_large', `the body is larger than ${inMebibytes(MOST_BODY)}; send less`);
    }
    parts.push(part);
  }
  return joinedBytes(parts);
}
