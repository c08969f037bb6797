// The best of several answers that come one after another, each better than the one before, as far as they come in time.

export interface InTimeOptions<Answer> {
  /** Milliseconds. With none, and somebody to hear the others, the first answer is given before the next one is begun. */
  patience: number;
  /** Hears the answers that came too late. Absent: nobody waits for them, and they are not made. */
  onLate?: ((answer: Answer) => void) | undefined;
  /** No more come. */
  onEnd?: (() => void) | undefined;
}

/**
 * Resolves with the last answer when there are no more, or with the latest one when the time is up. The first one is
 * waited for in any case.
 * @throws what the first answer fails with, or a later one that is waited for; what fails too late is not told
 */
export function inTime<Answer>(
  answers: AsyncGenerator<Answer, void>,
  { patience, onLate, onEnd }: InTimeOptions<Answer>,
): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    let latest: { answer: Answer } | undefined;
    let isUp = patience <= 0 && onLate !== undefined;
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
      clearTimeout(timer);
      resolve(latest?.answer);
      if (!onLate) void answers.return().catch(() => undefined);
    };
    const timer = setTimeout(() => {
      isUp = true;
      if (latest) settle();
    }, patience);
    const follow = async (): Promise<void> => {
      for await (const answer of answers) {
        if (isSettled) onLate?.(answer);
        latest = { answer };
        if (!isUp || isSettled) continue;
        settle();
        // What is done with the answer begins before the work on the next one does.
        await new Promise((turn) => setTimeout(turn));
      }
      if (!isSettled) settle();
    };
    follow()
      .catch((error: unknown) => {
        clearTimeout(timer);
        if (!isSettled) reject(error as Error);
      })
      .finally(() => onEnd?.());
  });
}
