// The collapsed side panes of a tool's page, remembered on this device.
const KEY = 'perilune.studio.folded';

type Side = 'left' | 'right';

export class FoldedPanes {
  #chosen = $state.raw<Partial<Record<Side, boolean>>>(read());

  /** The centre view wants the left pane's room; the user's choice wins. */
  crowded = $state(false);

  isFolded(side: Side): boolean {
    return this.#chosen[side] ?? (side === 'left' && this.crowded);
  }

  /** Expands the side that has this pane. */
  show(left: readonly { id: string }[], right: readonly { id: string }[], name: string | null): void {
    if (left.some(({ id }) => id === name)) this.set('left', false);
    if (right.some(({ id }) => id === name)) this.set('right', false);
  }

  set(side: Side, folded: boolean): void {
    if (this.isFolded(side) === folded) return;
    this.#chosen = { ...this.#chosen, [side]: folded };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#chosen));
    } catch {
      // Storage is full or blocked: remembered until the page is left.
    }
  }
}

function read(): Partial<Record<Side, boolean>> {
  try {
    const { left, right } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    return {
      ...(typeof left === 'boolean' && { left }),
      ...(typeof right === 'boolean' && { right }),
    };
  } catch {
    return {};
  }
}
