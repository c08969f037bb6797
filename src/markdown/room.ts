// The height that is kept for the pieces of a long text until they are drawn: too much of it, and the page jumps. Pure.

/** A line of text as it is usually set. Characters, pixels. */
const LINE = { characters: 70, height: 24 } as const;

/**
 * A piece reaches as far as the next one; pieces of one paragraph share its place in the text, and so its height. Browsers
 * give what lies beyond some 33 million pixels the same place, and then lay all of it out at once.
 * @returns pixels, for each piece
 */
export function roomsFor(pieces: readonly { start: number; end: number }[]): number[] {
  const rooms: number[] = [];
  while (rooms.length < pieces.length) {
    const { start, end } = pieces[rooms.length]!;
    let after = rooms.length + 1;
    while (pieces[after]?.start === start) after++;
    const next = pieces[after]?.start ?? end;
    const characters = (next > start ? Math.min(end, next) : end) - start;
    const share = characters / (after - rooms.length);
    while (rooms.length < after) rooms.push(Math.ceil(share / LINE.characters) * LINE.height);
  }
  return rooms;
}
