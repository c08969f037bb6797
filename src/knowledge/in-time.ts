// Returns the best of several successively better answers, as far as they come in time.

export interface InTimeOptions<Answer> {
  /** Milliseconds. With 0 and an `onLate`, the first answer is returned before the next one is begun. */
  patience: number;
  /** Receives answers that came too late. Absent: they are not made. */
  onLate?: ((answer: Answer) => void) | undefined;
  /** No more answers follow. */
  onEnd?: (() => void) | undefined;
}

/**
 * Resolves with the last answer when there are no more, or with the latest one at the time limit. It always waits for
 * the first one.
 * @throws the error of the first answer, or of a later one in time; later errors are dropped
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
        // Handling of this answer begins before work on the next one does.
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
