// The worker's side of a peer: it takes calls from the page, gives each a fresh state of its engine, and lets a script in it
// ask the page.

/** A fresh state that runs one tool and is then thrown away. `sources` asks the page and comes back with its answer. */
export type RunTool = (tool: string, params: unknown, sources: () => Promise<unknown>) => unknown;

type Message = { id: number; tool: string; params: unknown } | { answer: unknown };

/** Serves calls one after the other, once the engine has started. */
export function servePeer(starting: Promise<RunTool>): void {
  let settle: (answer: unknown) => void = () => undefined;
  const sources = (): Promise<unknown> =>
    new Promise((resolve) => {
      settle = resolve;
      postMessage({ ask: 'sources' });
    });
  let turn: Promise<unknown> = starting;
  onmessage = ({ data }: MessageEvent<Message>) => {
    if ('answer' in data) return settle(data.answer);
    const { id, tool, params } = data;
    turn = turn.then(async () => {
      try {
        const run = await starting;
        postMessage({ id, result: await run(tool, params, sources) });
      } catch (error) {
        postMessage({ id, error: String(error) });
      }
    });
  };
}
