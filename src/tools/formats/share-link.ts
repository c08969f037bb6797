// Puts one whole tool into the fragment of an address, compressed, so that nothing is uploaded. A link is read like
// any untrusted import: its checksum is verified, it is unpacked under a limit, and every field is checked.
//
// VERSION "." CHECKSUM "." PACKED
//
// - CHECKSUM: the first 64 bits of the SHA-256 of the packed bytes, in hex. It detects a link that was cut or altered
//   on the way, and proves nothing about its author.
// - PACKED: the JSON export of the tool's version, deflated, in base64url.
import { deflateSync } from 'fflate';
import { portableSlug } from '../../core/bundle.ts';
import { Failure } from '../../core/errors.ts';
import { fromBase64Url, toBase64Url } from '../../base/base64-url.ts';
import { joinedBytes } from '../../base/joined-bytes.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { inMebibytes } from '../../core/limits.ts';
import type { Tool } from '../../core/tool.ts';
import { CASES_FILE } from '../../core/tool-case.ts';
import type { BundleDraft } from '../../core/tool-draft.ts';
import { hasTypedSecrets, maskTypedSecrets, withoutTypedSecrets } from '../typed-secrets.ts';
import { bytesOf, decodeUtf8, sha256OfBytes } from './import-limits.ts';
import { inflateEach } from './inflate.ts';
import { isToolsJson, readToolsJson, writeToolsJson } from './tools-json.ts';

/** Raised when an older Perilune would misread a link. */
const LINK_VERSION = 1;
const CHECKSUM_LENGTH = 16;

export const LINK_LIMITS = {
  /**
   * Maximum characters. Firefox opens addresses of up to 1 MiB; half of it leaves room for the rest of the address
   * and for transport.
   */
  whole: 500_000,
  /** Characters that common chat and mail programs pass on. They cut longer links or show them as plain text. */
  common: 8_000,
  /** Bytes unpacked: the largest tool, in JSON. */
  unpacked: 5 * 1024 * 1024,
} as const;

export interface SharedTool {
  /** The value of `share=`: only letters, digits, `.`, `-` and `_`. */
  text: string;
  /** Sentences on what is left out, and what to know before sending the link. */
  notes: string[];
  /** Whether common programs may cut a link of this length. */
  long: boolean;
}

/** @throws Failure `too_large` for more than an address can hold, `bad_request` for a built-in */
export async function writeShareLink(tool: Tool): Promise<SharedTool> {
  if (tool.kind === 'builtin') {
    throw new Failure('bad_request', 'built-in tools are part of Perilune, so everyone has them');
  }
  const leftOut: string[] = [];
  const config = withoutTypedSecrets(tool.config, leftOut);
  const cases = Object.hasOwn(tool.files, CASES_FILE)
    ? casesWithoutSecrets(tool.files[CASES_FILE] ?? '')
    : undefined;
  const files = cases ? { ...tool.files, [CASES_FILE]: cases.text } : tool.files;
  const face = { slug: portableSlug(tool.slug), displayName: tool.name, description: tool.spec.description };
  const json = JSON.stringify(JSON.parse(writeToolsJson(face, [{ ...tool, config, files }])));
  const packed = deflateSync(bytesOf(json), { level: 9 });
  const text = `${LINK_VERSION}.${await checksumOf(packed)}.${toBase64Url(packed)}`;
  if (text.length > LINK_LIMITS.whole) {
    throw new Failure(
      'too_large',
      `the tool is too large for a link (${inThousands(text.length)} of at most ${inThousands(LINK_LIMITS.whole)} characters); export it as a file instead`,
    );
  }
  const long = text.length > LINK_LIMITS.common;
  return {
    text,
    long,
    notes: [
      ...(leftOut.length > 0
        ? [`Left out, because they look like secrets: ${leftOut.map((key) => `'${key}'`).join(', ')}.`]
        : []),
      ...(cases && cases.changed > 0 ? ['Values in its cases that look like secrets were replaced.'] : []),
      ...(cases && hasAnswers(cases.text)
        ? ['Its cases include recorded responses from hosts, other tools and the library.']
        : []),
      ...(long
        ? [
            `The link has ${inThousands(text.length)} characters. Some chat and mail apps truncate long links; a file is safer.`,
          ]
        : []),
    ],
  };
}

/**
 * Reads the tool of a link, for review. Nothing is installed.
 * @param text the value of `share=`
 * @throws Failure `bad_request` for a link that is broken, foreign or newer than this program; `too_large`
 */
export async function readShareLink(text: string): Promise<BundleDraft> {
  if (text.length > LINK_LIMITS.whole) {
    throw new Failure('too_large', 'the link is too long for a tool link. Nothing was imported');
  }
  const version = /^(\d{1,6})\./.exec(text)?.[1];
  if (version === undefined) throw refused('it is not a link to a tool');
  if (Number(version) !== LINK_VERSION) {
    throw refused('it was made by a newer Perilune; reload the page to get the newest one');
  }
  const [, checksum = '', body = ''] = /^\d+\.([0-9a-f]*)\.?([A-Za-z0-9_-]*)$/.exec(text) ?? [];
  const packed = fromBase64Url(body);
  if (
    checksum.length !== CHECKSUM_LENGTH ||
    packed === undefined ||
    checksum !== (await checksumOf(packed))
  ) {
    throw refused('it was truncated or changed. Ask for it again, or for the tool as a file');
  }
  const json = parsed(decodeUtf8(inflate(packed)));
  if (!isToolsJson(json) || !Array.isArray(json['tools']) || json['tools'].length !== 1) {
    throw refused('there is no tool in it');
  }
  return readToolsJson(json, 'the link');
}

/**
 * Removes typed-in secrets from test cases, for those recorded before that happened at recording. Unreadable texts
 * stay unchanged.
 */
function casesWithoutSecrets(text: string): { text: string; changed: number } {
  const list = parsed(text);
  let changed = 0;
  if (!Array.isArray(list)) return { text, changed };
  const cases = (list as Json[]).map((one) => {
    const config = isObject(one) && isObject(one['config']) ? (one['config'] as JsonObject) : undefined;
    if (!config || !hasTypedSecrets(config)) return one;
    changed += 1;
    return maskTypedSecrets(one, config);
  });
  return { text: changed === 0 ? text : `${JSON.stringify(cases, null, 2)}\n`, changed };
}

/** Recorded answers may contain other people's texts or the person's own documents. */
function hasAnswers(text: string): boolean {
  const list = parsed(text);
  return (
    Array.isArray(list) &&
    list.some((one: unknown) => isObject(one) && Array.isArray(one['host']) && one['host'].length > 0)
  );
}

function inflate(packed: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const take = (piece: Uint8Array): void => {
    size += piece.length;
    if (size > LINK_LIMITS.unpacked) {
      throw new Failure(
        'too_large',
        `the link unpacks to more than ${inMebibytes(LINK_LIMITS.unpacked)}, the limit for tools. Nothing was imported`,
      );
    }
    pieces.push(piece.slice());
  };
  const broken = (): Failure => refused('it cannot be unpacked');
  if (!inflateEach(packed, take, broken)) throw broken();
  return joinedBytes(pieces);
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function checksumOf(bytes: Uint8Array): Promise<string> {
  return (await sha256OfBytes(bytes)).slice(0, CHECKSUM_LENGTH);
}

function inThousands(characters: number): string {
  return characters.toLocaleString('en');
}

function refused(why: string): Failure {
  return new Failure('bad_request', `the link cannot be opened: ${why}. Nothing was imported`);
}
