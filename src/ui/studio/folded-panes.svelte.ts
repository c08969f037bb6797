// Which of the panes beside the middle of a tool's page are folded away, as they were left on this device.
const KEY = 'perilune.studio.folded';

type Side = 'left' | 'right';

export class FoldedPanes {
  #chosen = $state.raw<Partial<Record<Side, boolean>>>(read());

  /** The view in the middle wants the room of the left side; what was chosen counts more. */
  crowded = $state(false);

  isFolded(side: Side): boolean {
    return this.#chosen[side] ?? (side === 'left' && this.crowded);
  }

  /** Opens the side that has the pane of this name. */
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
      // Storage is full or forbidden: it is remembered until the page is left.
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
