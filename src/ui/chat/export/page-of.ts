// Writes a chat as one self-contained web page, without scripts or requests, with the parts that the user chose.
import type { Conversation, Message, Part } from '../../../core/conversation.ts';
import type { Markdown } from '../../components/markdown.ts';
import { partsText } from './markdown-of.ts';
import { withoutCitations } from './without-citations.ts';

export interface PageChoice {
  /** Names and addresses of the documents that answers cite. */
  sources: boolean;
  /** Arguments and results of tool calls. */
  tools: boolean;
}

/** Nothing loads or runs, whatever the texts contain. Pictures in the texts are data URLs. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

const STYLE = `
:root { color-scheme: light dark; --text: #1b1d26; --muted: #5a5d6b; --page: #f9fafc; --line: #d9dbe3; --own: #eef0f5; --link: #2a59b8; }
@media (prefers-color-scheme: dark) { :root { --text: #e8e9ef; --muted: #a3a6b5; --page: #13141a; --line: #34363f; --own: #22242c; --link: #9dbcff; } }
body { margin: 0 auto; padding: 32px 16px 64px; max-width: 44rem; background: var(--page); color: var(--text); font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font: 600 28px/1.3 Georgia, serif; margin: 0; }
h2 { font-size: 13px; font-weight: 600; margin: 32px 0 8px; color: var(--muted); }
.question { padding: 12px 16px; border-radius: 12px; background: var(--own); white-space: pre-wrap; }
.meta, footer { color: var(--muted); font-size: 13px; }
a { color: var(--link); }
pre { overflow-x: auto; padding: 12px; border: 1px solid var(--line); border-radius: 8px; font: 13px/1.5 ui-monospace, monospace; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: 4px 10px; border: 1px solid var(--line); text-align: start; }
blockquote { margin-inline: 0; padding-inline-start: 12px; border-inline-start: 3px solid var(--line); }
img { max-width: 100%; }
footer { margin-top: 48px; padding-top: 12px; border-top: 1px solid var(--line); }`;

/** @param path the branch to write, oldest first */
export async function pageOf(
  { title, createdAt }: Conversation,
  path: readonly Message[],
  markdown: Markdown,
  choice: PageChoice,
): Promise<string> {
  const page = document.implementation.createHTMLDocument(title);
  page.documentElement.lang = document.documentElement.lang;
  page.documentElement.dir = document.documentElement.dir;
  page.head.append(
    element(page, 'meta', { charset: 'utf-8' }),
    element(page, 'meta', { 'http-equiv': 'content-security-policy', content: POLICY }),
    element(page, 'meta', { name: 'viewport', content: 'width=device-width' }),
    element(page, 'style', {}, STYLE),
  );
  page.body.append(
    element(page, 'h1', { dir: 'auto' }, title),
    element(page, 'p', { class: 'meta' }, createdAt.slice(0, 10)),
  );
  for (const message of path) {
    const isQuestion = message.role === 'user';
    const parts = isQuestion ? message.parts : message.parts.flatMap((part) => chosen(part, choice));
    const text = partsText({ ...message, parts });
    if (text === '') continue;
    page.body.append(element(page, 'h2', {}, isQuestion ? 'Question' : answererOf(message)));
    const body = element(page, 'div', { dir: 'auto', class: isQuestion ? 'question' : 'answer' });
    if (isQuestion) body.textContent = text;
    else body.append(await rendered(page, text, markdown));
    page.body.append(body);
  }
  page.body.append(element(page, 'footer', {}, 'Made with Perilune'));
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}

function answererOf({ model }: Message): string {
  return model === undefined ? 'Answer' : `Answer (${model})`;
}

function chosen(part: Part, { sources, tools }: PageChoice): Part[] {
  if (part.type === 'tool') return tools ? [part] : [];
  if (part.type === 'citations' || part.type === 'passages') return sources ? [part] : [];
  if (sources) return [part];
  if (part.type === 'text') return [{ ...part, text: withoutCitations(part.text) }];
  if (part.type !== 'answer') return [part];
  // Keeps the answer, without its place in a document.
  const answers = part.found.parts?.map(({ answer }) => answer) ?? [part.found.answer];
  return answers.map((answer) => ({
    type: 'text',
    text: answer?.markdown ?? 'Nothing in the library answers this.',
  }));
}

/** The same nodes as in the app, without controls and links that only work there. */
async function rendered(
  page: Document,
  text: string,
  { reader, nodes }: Markdown,
): Promise<DocumentFragment> {
  const fragment = page.createDocumentFragment();
  const { pieces } = await reader.read(text);
  for (const piece of pieces) fragment.append(page.importNode(nodes(piece), true));
  for (const control of fragment.querySelectorAll('button, input')) control.remove();
  for (const link of fragment.querySelectorAll('a')) {
    if (/^(https?|mailto):/i.test(link.getAttribute('href') ?? '')) link.rel = 'noopener noreferrer';
    else link.replaceWith(...link.childNodes);
  }
  return fragment;
}

function element(
  page: Document,
  name: string,
  attributes: Readonly<Record<string, string>>,
  text = '',
): HTMLElement {
  const made = page.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}
