// Finds a free name by adding a number. Pure.

/** Returns `wanted`, or the first of `numbered(2)`, `numbered(3)` … that is not taken. */
export function freeName(
  wanted: string,
  isTaken: (name: string) => boolean,
  numbered: (number: number) => string = (number) => `${wanted} ${number}`,
): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) name = numbered(number);
  return name;
}
