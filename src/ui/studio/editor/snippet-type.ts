// What a drag into the code carries beside its plain text; anything else that is dropped is plain text.
export const SNIPPET_TYPE = 'application/x-perilune-snippet';
