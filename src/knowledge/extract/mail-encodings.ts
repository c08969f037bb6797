// Parses a message whose texts may be in other encodings than their headers say.
//
// The library takes the declared encoding of each part as it is. Its class has the hook used here, though not in its
// types; the tests fail if it goes.
import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';
import { joinedBytes } from '../../base/joined-bytes.ts';
import { encodingOf, isEncoding, isUtf8 } from './decode.ts';

/** A part of a message, when it is complete. */
interface Part {
  content: ArrayBuffer | null;
  contentType: { parsed: { value: string; params: Record<string, string> } };
}
type Collect = (part: Part, ...rest: unknown[]) => Promise<void>;

export function parseMail(bytes: Uint8Array<ArrayBuffer>, options: PostalMimeOptions): Promise<Email> {
  const parser = new PostalMime(options);
  const hook = parser as unknown as { collectNode: Collect };
  const collect = hook.collectNode;
  hook.collectNode = (part, ...rest) => {
    correctEncoding(part);
    return collect.call(parser, part, ...rest);
  };
  return parser.parse(withHeadersInUtf8(bytes));
}

function correctEncoding({ content, contentType: { parsed } }: Part): void {
  if (!content || !parsed.value.startsWith('text/')) return;
  const bytes = new Uint8Array(content);
  const declared = parsed.params['charset'];
  const found = encodingOf(bytes, declared);
  // The library knows more spellings: where nothing speaks for another encoding, it decides.
  if (found === 'windows-1252' && declared && !isEncoding(declared)) return;
  parsed.params['charset'] = found;
}

/** Headers may have bytes above ASCII only in UTF-8; older programs wrote them in the encoding of the system. */
function withHeadersInUtf8(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const end = headersEnd(bytes);
  const headers = bytes.subarray(0, end);
  if (isUtf8(headers)) return bytes;
  const text = new TextDecoder(encodingOf(headers, undefined)).decode(headers);
  return joinedBytes([new TextEncoder().encode(text), bytes.subarray(end)]);
}

/** Returns where the first empty line begins. */
function headersEnd(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10 || (bytes[at + 1] === 13 && bytes[at + 2] === 10)) return at + 1;
  }
  return bytes.length;
}
