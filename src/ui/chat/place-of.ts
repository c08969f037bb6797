// Positions a small panel next to its anchor within the window. Pure; all in CSS pixels.

interface Box {
  left: number;
  top: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

const GAP = 8;
const EDGE = 16;

/** Below the anchor; above when there is no room below and more above; never across the left or right edge. */
export function placeOf(anchor: Box, panel: Size, room: Size): { left: number; top: number } {
  const left = Math.max(EDGE, Math.min(anchor.left, room.width - panel.width - EDGE));
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - panel.height;
  const fitsBelow = below + panel.height <= room.height - EDGE;
  return { left, top: fitsBelow || above < EDGE ? below : above };
}
