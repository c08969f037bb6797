// Jupyter notebooks: text cells unchanged, code in fences, its output below it. Pictures are dropped.
import { CONTENT_TYPES } from '../../core/document.ts';
import { fenced } from './code.ts';
import { type Extracted, Refusal } from './extracted.ts';
import { extractMarkdown } from './markdown.ts';

/** Characters. Longer output is a log that people don't search for. */
const LONGEST_OUTPUT = 2000;

export function extractNotebook(text: string): Extracted {
  const notebook = asObject(parsed(text));
  const cells = notebook['cells'];
  if (!Array.isArray(cells))
    throw new Refusal('this is not a Jupyter notebook, or it is from a version before 4');
  const language = languageOf(asObject(notebook['metadata']));
  const body = cells
    .map((cell) => cellText(asObject(cell), language))
    .filter((block) => block !== '')
    .join('\n\n');
  const { title } = extractMarkdown(body);
  const extracted: Extracted = {
    body,
    content_type: CONTENT_TYPES.markdown,
    metadata: { format: 'notebook', language },
  };
  if (title) extracted.title = title;
  return extracted;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('the file is damaged: it is not valid JSON');
  }
}

function cellText(cell: Record<string, unknown>, language: string): string {
  const source = joined(cell['source']).trim();
  if (cell['cell_type'] !== 'code') return cell['cell_type'] === 'raw' ? fenced(source, '') : source;
  const outputs = Array.isArray(cell['outputs']) ? cell['outputs'] : [];
  const printed = outputs.map((output) => outputText(asObject(output)).trim()).filter((text) => text !== '');
  const blocks = source === '' ? [] : [fenced(source, language)];
  for (const text of printed) blocks.push(fenced(text.slice(0, LONGEST_OUTPUT), ''));
  return blocks.join('\n\n');
}

function outputText(output: Record<string, unknown>): string {
  if (output['output_type'] === 'error') return `${String(output['ename'])}: ${String(output['evalue'])}`;
  return joined(output['text'] ?? asObject(output['data'])['text/plain']);
}

function languageOf(metadata: Record<string, unknown>): string {
  const name = asObject(metadata['language_info'])['name'] ?? asObject(metadata['kernelspec'])['language'];
  return typeof name === 'string' ? name : 'python';
}

/** Text is one string or a list of lines. */
function joined(value: unknown): string {
  if (Array.isArray(value)) return value.filter((line) => typeof line === 'string').join('');
  return typeof value === 'string' ? value : '';
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
