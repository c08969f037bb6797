// Reads the header `Retry-After`, in either of its forms: seconds, or a date. Pure.

/**
 * @param now milliseconds since 1970
 * @returns milliseconds from now, negative for a date in the past; undefined without a readable header
 */
export function retryAfter(header: string | null | undefined, now = Date.now()): number | undefined {
  if (header == null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const time = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isFinite(time) ? time : undefined;
}
