// Finds the row of a table for everything that its other rows do not name: `Rest of the world`, `Other`.
import { cellRanges } from '../../core/table-cells.ts';
import type { Range } from './structure.ts';

const ELSE =
  /^[\W_]*(?:(?:the )?rest(?:$| of)|(?:all |any |every )?others?(?:$|\s\p{L}{2,}s$)|(?:all|any|every) other \p{L}+$|(?:every|any)(?:thing|where|one|body) else|elsewhere|otherwise|alle anderen?|(?:der )?rest(?!\p{L})|sonstiges?(?!\p{L})|übrige[ns]?(?!\p{L})|(?:tous les )?autres?(?:$|\s\p{L}{2,}s$)|(?:(?:el )?resto|(?:los )?demás|otros?)(?!\p{L}))/iu;

/** Of several such rows the last one is the broadest. */
export function elseRow(text: string, rows: readonly Range[]): Range | undefined {
  if (rows.length < 2) return undefined;
  return rows.findLast(({ start, end }) => {
    const row = text.slice(start, end);
    const key = cellRanges(row)[0];
    return key !== undefined && ELSE.test(row.slice(key.start, key.end));
  });
}
