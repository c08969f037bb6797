// Exporting and importing cases: saved as a file, dragged out of the window, or dropped on the cases of a tool in
// another window.
import type { ToolCase } from '../../../core/tool-case.ts';
import { saveFile } from '../../components/save-file.ts';
import { caseFileName } from './case-labels.ts';

/** Data type of a dragged case: its JSON. */
const TYPE = 'application/x-perilune-case';
/** A case of this page is being dragged: it is already in the list. */
let own = false;

/** The address of a dragged file must last until it is written. */
const KEPT_MS = 60_000;

function textOf(cases: readonly ToolCase[]): string {
  return `${JSON.stringify(cases, null, 2)}\n`;
}

export function saveCases(tool: string, cases: readonly ToolCase[]): void {
  const [only] = cases;
  saveFile({
    fileName: caseFileName(tool, cases.length === 1 && only ? only.name : ''),
    bytes: new TextEncoder().encode(textOf(cases)),
    type: 'application/json',
  });
}

/** Sets a drag's data: the case for other tools, and a file for targets outside the window. */
export function startCaseDrag(event: DragEvent, tool: string, testCase: ToolCase): void {
  const data = event.dataTransfer;
  if (!data) return;
  const text = textOf([testCase]);
  own = true;
  data.effectAllowed = 'copyMove';
  data.setData(TYPE, text);
  data.setData('text/plain', text);
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  // Chromium saves the address's content wherever the drag ends.
  data.setData('DownloadURL', `application/json:${caseFileName(tool, testCase.name)}:${url}`);
  const end = (): void => {
    own = false;
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  };
  event.target?.addEventListener('dragend', end, { once: true });
}

/** From another window. */
export function bringsCase(event: DragEvent): boolean {
  return !own && (event.dataTransfer?.types.includes(TYPE) ?? false);
}

/** The dropped case's text. */
export function droppedCase(event: DragEvent): string {
  return event.dataTransfer?.getData(TYPE) ?? '';
}
