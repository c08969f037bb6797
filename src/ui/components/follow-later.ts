// Follows something that has to be loaded first, for `onMount`: what comes after the end is not followed any more.

/**
 * @param follow begins to follow, and answers with what ends it
 * @param failed is told why it could not be loaded
 * @returns ends it, at whatever time
 */
export function followLater<T>(
  loading: Promise<T>,
  follow: (loaded: T) => () => void,
  failed: (error: unknown) => void = () => undefined,
): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  loading.then(
    (loaded) => {
      if (!isOver) stop = follow(loaded);
    },
    (error: unknown) => {
      if (!isOver) failed(error);
    },
  );
  return () => {
    isOver = true;
    stop?.();
  };
}
