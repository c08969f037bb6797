// Reads the JSON of a request up to a size limit.
import { joinedBytes } from '../base/joined-bytes.ts';
import { piecesUpTo } from '../core/bounded-bytes.ts';
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

/** @throws Failure `too_large` */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  // Some browsers have no stream of a request's body.
  const pieces =
    'body' in request
      ? await piecesUpTo(request.body, MOST_BODY)
      : upTo(new Uint8Array(await (request as Request).arrayBuffer()));
  if (!pieces) {
    throw new Failure('too_large', `the body is larger than ${inMebibytes(MOST_BODY)}; send less`);
  }
  return joinedBytes(pieces);
}

function upTo(bytes: Uint8Array): Uint8Array[] | undefined {
  return bytes.length > MOST_BODY ? undefined : [bytes];
}
