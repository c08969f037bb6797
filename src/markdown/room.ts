// Estimates the height reserved for the pieces of a long text until they are drawn. With a bad estimate, the page
// jumps. Pure.

/** A typical line of text, in characters and pixels. */
const LINE = { characters: 70, height: 24 } as const;

/**
 * A piece extends to the next one. Pieces of one paragraph share its position in the text, and therefore its height.
 * Browsers place everything beyond about 33 million pixels at the same position, and then lay all of it out at once.
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
