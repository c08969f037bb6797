// Markdown for the widget's answers, parsed into nodes for the element to render. Loaded with the first answer.
import { MarkdownReader } from '../../markdown/reader.ts';
import { readPieces } from '../../markdown/reading.ts';
import { blockNodes, type ProseNode } from '../../widget/chat/prose-nodes.ts';
import { startOwnWorker } from './own-worker.ts';

/** @param ownFolder of the widget's script, with a trailing slash */
export function openReader(ownFolder: string): MarkdownReader<ProseNode[]> {
  return new MarkdownReader(
    (text) => readPieces(text, blockNodes, { areNumbersSources: true }),
    () => startOwnWorker(new URL(__MARKDOWN_WORKER__, ownFolder).href, 'perilune-markdown'),
  );
}
