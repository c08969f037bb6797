// The worker on a visitor's page that embeds questions: the model comes from the index, and runs off the page's
// thread.
import { openSentenceModel, type Embed, type ModelFiles } from '../../knowledge/embedding/sentence-model.ts';
import { readUpTo } from '../../core/bounded-bytes.ts';
import type { FromModel, ToModel } from './meaning.ts';

const worker = self as unknown as {
  postMessage(message: FromModel): void;
  addEventListener(type: 'message', listener: (event: { data: ToModel }) => void): void;
};
/** Bytes of an unpacked file: a model for a page has a few dozen megabytes. */
const MOST = 256 * 2 ** 20;
/** Bytes between two progress messages. */
const TOLD_EVERY = 250_000;

let model: Promise<Embed> | undefined;
/** One text at a time. */
let last: Promise<unknown> = Promise.resolve();

worker.addEventListener('message', ({ data }) => {
  if (data.type === 'load') {
    model = load(data.files);
    model.then(
      () => worker.postMessage({ type: 'ready' }),
      (error: unknown) => worker.postMessage({ type: 'failed', message: messageOf(error) }),
    );
    return;
  }
  const { id, text } = data;
  last = last.then(async () => {
    try {
      worker.postMessage({ type: 'vector', id, vector: await (await model!)(text) });
    } catch (error) {
      worker.postMessage({ type: 'error', id, message: messageOf(error) });
    }
  });
});

/** The smallest valid module. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

async function load({ graph, tokenizer, runtime }: Record<keyof ModelFiles, string>): Promise<Embed> {
  await WebAssembly.compile(EMPTY).catch(() => {
    // Before anything is fetched.
    throw new Error("this worker's content security policy blocks WebAssembly: allow 'wasm-unsafe-eval'");
  });
  let [loaded, told] = [0, 0];
  const read = async (address: string): Promise<Uint8Array> => {
    // Named by its hash, so a cached copy is always valid.
    const response = await fetch(address, { cache: 'force-cache' });
    if (!response.ok || !response.body) throw new Error(`${address} is not there (${response.status})`);
    const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        loaded += chunk.length;
        if (loaded - told >= TOLD_EVERY) worker.postMessage({ type: 'progress', loaded: (told = loaded) });
        controller.enqueue(chunk);
      },
    });
    const plain = response.body.pipeThrough(counting).pipeThrough(new DecompressionStream('deflate-raw'));
    return readUpTo(plain, MOST);
  };
  const [first, second, third] = await Promise.all([read(graph), read(tokenizer), read(runtime)]);
  const embed = await openSentenceModel({ graph: first, tokenizer: second, runtime: third });
  // The first run is the slowest.
  await embed('How does it begin?');
  return embed;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
