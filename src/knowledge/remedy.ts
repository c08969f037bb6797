// Ends the reason why a file is left out with what a person can do about it. Pure.

/** By what a reason says; the first that fits counts. Readers that know better give their own advice, after `;`. */
const REMEDIES: readonly [says: RegExp, remedy: string][] = [
  [/made to do harm/, 'delete it unless you know who made it'],
  [
    /damaged|incomplete|not valid JSON|took too long|file reader/,
    'get it again, or save it again in its program',
  ],
  [/megapixels/, 'make it smaller'],
  [/only pictures/, 'save it as PDF to have its pictures read'],
  [/no text was found/, 'add a larger or sharper picture'],
  [/(?:file|workbook) is empty|has no (?:text|slides|files)/, 'get it again if it should have text'],
  [/too large|too deep/, 'split it into smaller files'],
  [/not text$/, 'rename it if its ending is wrong'],
  [/copy-protected/, 'use a copy without the protection'],
  [/ZIP64|compression method|version before/, 'save it again in its program'],
  [/not there any more/, 'choose it again'],
  [/could not be read|stopped/, 'close it in other programs and add it again'],
];

export function withRemedy(reason: string): string {
  if (reason.includes(';')) return reason;
  const [, remedy] = REMEDIES.find(([says]) => says.test(reason)) ?? [];
  return remedy === undefined ? reason : `${reason}; ${remedy}`;
}
