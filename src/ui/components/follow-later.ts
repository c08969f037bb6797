// Subscribes to something that has to load first, for `onMount`. If it loads after the component was destroyed, it
// does not subscribe.

/**
 * @param follow subscribes, and returns a function that unsubscribes
 * @param failed called when it could not be loaded
 * @returns a function that unsubscribes, at any time
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
