// A peer's worker side: takes calls from the page, gives each a fresh state of its engine, and lets scripts call the
// page.

/** Runs one tool in a fresh state that is then discarded. `sources` calls the page and returns its answer. */
export type RunTool = (tool: string, params: unknown, sources: () => Promise<unknown>) => unknown;

type Message = { id: number; tool: string; params: unknown } | { answer: unknown };

/** Serves calls one after another, once the engine has started. */
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
