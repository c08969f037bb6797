// Opens a chat export of any app, and returns its contents. Pure except for unpacking.
import { Failure } from '../../core/errors.ts';
import { fromChatGpt, isChatGpt } from './chatgpt.ts';
import { record, type Imported } from './imported.ts';
import { fromOpenWebUi, isOpenWebUi } from './open-webui.ts';
import { fromOwn, isOwn } from './own.ts';

/** Maximum bytes of JSON: it is read as one string. */
const LARGEST = 400_000_000;

const UNKNOWN =
  'This file contains no readable chats. Choose the ZIP or the conversations.json of a ChatGPT export, a chat export of Open WebUI, or chats exported here.';

export interface ReadExport extends Imported {
  program: 'ChatGPT' | 'Open WebUI' | 'Perilune';
}

/** @throws Failure `bad_request`, `too_large` */
export async function readExport(file: Blob): Promise<ReadExport> {
  if (file.size > LARGEST) throw tooLarge();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const texts = isZip ? await unzipped(bytes) : [new TextDecoder().decode(bytes)];
  const read = texts.flatMap((text) => {
    if (texts.length === 1) return readJson(parsed(text));
    try {
      return readJson(parsed(text));
    } catch {
      // Archives contain other files, too.
      return [];
    }
  });
  const [first] = read;
  if (!first) throw new Failure('bad_request', UNKNOWN);
  const leftOut = new Map<string, number>();
  for (const one of read)
    for (const [what, count] of one.leftOut) leftOut.set(what, (leftOut.get(what) ?? 0) + count);
  return {
    program: first.program,
    leftOut,
    conversations: read.flatMap(({ conversations }) => conversations),
  };
}

export function readJson(value: unknown): ReadExport {
  if (isOwn(value)) return { program: 'Perilune', ...fromOwn(value) };
  const list: unknown = Array.isArray(value) ? value : [value];
  if (isChatGpt(list)) return { program: 'ChatGPT', ...fromChatGpt(list) };
  if (isOpenWebUi(list)) return { program: 'Open WebUI', ...fromOpenWebUi(list) };
  const { conversations } = record(value);
  if (isChatGpt(conversations)) return { program: 'ChatGPT', ...fromChatGpt(conversations) };
  throw new Failure('bad_request', UNKNOWN);
}

/** Returns the archive's `conversations.json`, or its numbered parts; without these, every JSON file. */
async function unzipped(bytes: Uint8Array): Promise<string[]> {
  const conversations = await filesOf(bytes, /(^|\/)conversations(-\d+)?\.json$/);
  return conversations.length > 0 ? conversations : filesOf(bytes, /^(?!.*__MACOSX).*\.json$/);
}

async function filesOf(bytes: Uint8Array, names: RegExp): Promise<string[]> {
  const { unzip } = await import('fflate');
  let size = 0;
  const files = await new Promise<Record<string, Uint8Array>>((resolve, reject) => {
    unzip(
      bytes,
      {
        filter: ({ name, originalSize }) => {
          const wanted = names.test(name);
          if (wanted) size += originalSize;
          return wanted && size <= LARGEST;
        },
      },
      (error, unpacked) =>
        error
          ? reject(new Failure('bad_request', 'This ZIP is damaged. Download the export again.'))
          : resolve(unpacked),
    );
  });
  if (size > LARGEST) throw tooLarge();
  return Object.keys(files)
    .sort()
    .map((name) => new TextDecoder().decode(files[name]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('bad_request', UNKNOWN);
  }
}

function tooLarge(): Failure {
  return new Failure('too_large', 'This export is larger than 400 MB. Split it, or export fewer chats.');
}
