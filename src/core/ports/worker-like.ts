// The part of a worker that its owner uses; tests pass in a scripted one.
export interface WorkerLike<In, Out> {
  postMessage(message: In): void;
  terminate(): void;
  onmessage: ((event: { data: Out }) => void) | null;
  onerror: ((event: { message?: string; preventDefault?(): void }) => void) | null;
}
