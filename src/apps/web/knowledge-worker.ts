// The knowledge worker: opens the database, connects the document table to the library, and answers the page.
import { v7 as uuid } from 'uuid';
import { Failure } from '../../core/errors.ts';
import { packedReader } from '../../knowledge/extract/reader.ts';
import { type NowReading, readingPictures } from '../../knowledge/extract/reading-pictures.ts';
import type { Embeddings } from '../../knowledge/embedding/embeddings.ts';
import { Library } from '../../knowledge/library.ts';
import type { LibraryChange } from '../../knowledge/library-deps.ts';
import type { FromWorker, ToWorker } from '../../knowledge/protocol.ts';
import { serveLibrary } from '../../knowledge/serve.ts';
import type { Vectors } from '../../knowledge/vectors/vectors.ts';
import { sentencesOf } from '../../search/sentences.ts';
import { openDatabase, type Database } from '../../storage/database.ts';
import { DocumentTable } from '../../storage/documents.ts';
import { ORIGINAL_FOLDER, OriginalTable } from '../../storage/originals.ts';
import { SettingsTable } from '../../storage/settings.ts';
import { SEGMENT_FOLDER, SegmentFiles } from '../../storage/segment-files.ts';
import { openVectorFolder } from '../../storage/vector-folder.ts';
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';

/** Name of the channel that tells other tabs of changes, and of the lock that admits one writer at a time. */
const NAME = 'perilune-library';

/** Milliseconds until checking for damage and merging begin, after the first searches. */
const SETTLED = 3000;
/** A question that exercises most code: a number, and two parts. */
const REHEARSED = 'How many documents are there and what do they say about the first of them?';
/** Milliseconds until pending change messages have been sent. */
const UNDISTURBED = 300;

const worker = self as unknown as DedicatedWorkerGlobalScope;
const send = (message: FromWorker): void => worker.postMessage(message);
const database = open();
const segments = new SegmentFiles(openVectorFolder(SEGMENT_FOLDER));
segments.readAhead();
// The first use of the browser's sentence segmenter takes 30 ms; do it now, while idle.
setTimeout(() => sentencesOf('Ready. Steady.'));
let embeddings: Embeddings<Vectors> | undefined;
let connecting: Promise<void> = Promise.resolve();
const opening = openLibrary();
const receive = serveLibrary(
  opening,
  send,
  {
    embedder: () => embeddings?.embedder,
    known: async (hashes) => {
      const vectorStore = embeddings?.vectorStore;
      const rows = hashes.map(([low, high]) => vectorStore?.rowOf(low, high) ?? -1);
      const known = rows.filter((row) => row >= 0);
      const vectors = vectorStore ? await vectorStore.exact(known) : [];
      return rows.map((row) => (row < 0 ? undefined : vectors[known.indexOf(row)]));
    },
  },
  async (...given) => {
    const { extensions } = await import('./knowledge-features.ts');
    return (await extensions.one('remoteKnowledge', 'remote collections'))(...given);
  },
);
worker.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'embeddings') connecting = connectEmbeddings(data.port);
  // A question sent after the connection gets its answer with embeddings.
  else if (isByMeaning(data)) void connecting.then(() => receive(data));
  else receive(data);
});

function isByMeaning(message: ToWorker): boolean {
  return (
    message.type === 'request' && message.method === 'search' && message.params.options.mode === 'semantic'
  );
}

async function connectEmbeddings(port: MessagePort): Promise<void> {
  try {
    const library = await opening;
    const { openEmbeddings } = await import('./knowledge-embeddings.ts');
    embeddings = await openEmbeddings(await database, library, port);
  } catch (error) {
    // Search uses keywords alone.
    console.error(error);
  }
}

async function openLibrary(): Promise<Library> {
  const channel = new BroadcastChannel(NAME);
  const settings = new SettingsTable(await database);
  const library = new Library({
    store: new DocumentTable(await database, segments),
    originals: new OriginalTable(await database, {
      folder: openVectorFolder(ORIGINAL_FOLDER),
      enabled: async () => (await settings.load()).originals,
      storage: navigator.storage,
    }),
    meaning: () => embeddings,
    exclusive: (work) => navigator.locks.request(NAME, work),
    announce(change) {
      channel.postMessage(change);
      tellUsedFiles();
      rehearse(library);
    },
    newId: uuid,
    now: () => new Date().toISOString(),
    readPacked: readingPictures(
      packedReader(() => new Worker(new URL('./extract-worker.ts', import.meta.url), { type: 'module' })),
      () => recognition(settings),
    ),
  });
  // Listen first, so that changes another tab makes during the read are read after it.
  channel.addEventListener('message', ({ data }: MessageEvent<LibraryChange>) => {
    library.follow(data).catch((error: unknown) => console.error(error));
  });
  await library.load();
  rehearse(library);
  setTimeout(() => {
    library
      .check()
      .then(() => library.tidy())
      .catch((error: unknown) => console.error(error));
  }, SETTLED);
  return library;
}

async function recognition(settings: SettingsTable): ReturnType<NowReading> {
  const { extensions } = await import('./knowledge-features.ts');
  const [open] = await extensions.of('textRecognition');
  if (!open) return { off: 'this build of the app comes without text recognition (OCR)' };
  const chosen = (await settings.load()).recognition;
  if (!chosen.on)
    return { off: 'turn on text recognition (OCR) in Settings → Text recognition, then add it again' };
  return open(chosen);
}

/** At the start, and after the first change. */
let rehearsals = 2;

/** Runs code and language data once, so the first question does not wait for them. */
function rehearse(library: Library): void {
  if (rehearsals-- <= 0) return;
  setTimeout(
    () => void library.answer(REHEARSED, {}, { isRehearsal: true }).catch(() => undefined),
    UNDISTURBED,
  );
}

async function open(): Promise<Database> {
  try {
    return await openDatabase({ onClosed: (why) => send({ type: 'closed', error: closed(why).toData() }) });
  } catch (error) {
    throw cannotOpen(error);
  }
}

function closed(why: 'outdated' | 'dropped'): Failure {
  return new Failure(
    'unavailable',
    why === 'outdated'
      ? 'A newer version of Perilune runs in another tab. Reload the page to use it here.'
      : 'The browser closed the storage of this page. Reload the page.',
  );
}

function cannotOpen(error: unknown): Failure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'VersionError') {
    return new Failure(
      'unavailable',
      'A newer version of Perilune has updated the library. Reload the page.',
    );
  }
  if (name === 'QuotaExceededError') {
    return new Failure(
      'unavailable',
      'There is no storage left for the library. Free disk space, then reload the page.',
    );
  }
  return new Failure(
    'unavailable',
    'The browser does not let this page store documents. Leave private browsing or allow site data, then reload the page.',
  );
}
