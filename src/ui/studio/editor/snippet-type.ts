// Data type of a snippet dragged into the code; other drops are plain text.
export const SNIPPET_TYPE = 'application/x-perilune-snippet';
