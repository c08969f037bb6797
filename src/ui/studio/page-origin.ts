// Where a tool's view came from, in words. Pure.
import type { ToolPage } from '../../core/tool-page.ts';

export const PAGE_FROM: Readonly<Record<ToolPage['from'], string>> = {
  answer: 'Saved from an answer.',
  document: 'Saved from a document.',
  import: 'Imported with the tool.',
  script: 'Set by a script on this page.',
};
