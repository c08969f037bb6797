// Keeps all blocks in view: on opening, and when the size changes before the user has scrolled or zoomed.
import { svgResize, type WorkspaceSvg } from 'blockly/core';

/** Text below this scale is hard to read; larger workspaces scroll. */
const SMALLEST = 0.7;
export const LARGEST = 0.9;
/** Pixels around the blocks. */
const MARGIN = 16;

export class WorkspaceFit {
  readonly #workspace: WorkspaceSvg;
  /** The viewport this class set last. */
  #placed = '';

  constructor(workspace: WorkspaceSvg) {
    this.#workspace = workspace;
  }

  /** Fits all blocks, from their top left corner. */
  fit(): void {
    const workspace = this.#workspace;
    const { left, right, top, bottom } = workspace.getBlocksBoundingBox();
    const view = workspace.getMetricsManager().getViewMetrics();
    if (view.width <= 0 || view.height <= 0) return;
    const across = (view.width - 2 * MARGIN) / Math.max(1, right - left);
    const down = (view.height - 2 * MARGIN) / Math.max(1, bottom - top);
    const scale = Math.min(LARGEST, Math.max(SMALLEST, Math.min(across, down)));
    workspace.setScale(scale);
    workspace.scroll(MARGIN - left * scale, MARGIN - top * scale);
    this.#placed = this.#place();
  }

  /** The available size has changed. */
  resized(): void {
    const untouched = this.#placed === '' || this.#placed === this.#place();
    svgResize(this.#workspace);
    if (untouched) this.fit();
  }

  #place(): string {
    const { scale, scrollX, scrollY } = this.#workspace;
    return [scale, Math.round(scrollX), Math.round(scrollY)].join(' ');
  }
}
