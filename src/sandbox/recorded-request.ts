// A host call's question as a run record holds it: redacted, and cut when long. A replay compares these.
import type { HostCallRecord } from '../core/run-record.ts';
import type { RunSecrets } from './run-secrets.ts';

/** Maximum characters of one payload or body: more than anyone reads. */
const LONGEST = 16 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const bytesAsText = new TextDecoder('windows-1252');

export function asRecorded(
  secrets: Pick<RunSecrets, 'redact'>,
  payload: string,
  bytes: Uint8Array | undefined,
): Pick<HostCallRecord, 'payload' | 'body'> {
  return {
    payload: cut(secrets.redact(payload)),
    ...(bytes && { body: bodyText(secrets, bytes) }),
  };
}

function bodyText(secrets: Pick<RunSecrets, 'redact'>, bytes: Uint8Array): string {
  const text = textOf(bytes);
  if (text !== undefined) return cut(secrets.redact(text));
  return `… (${bytes.length} bytes, checksum ${checksum(secrets.redact(bytesAsText.decode(bytes)))})`;
}

/** Returns undefined when the bytes are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function cut(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST)} … (${text.length} characters, checksum ${checksum(text)})`;
}

/** FNV-1a over UTF-16 units: detects a changed text, and is no protection against forgery. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
