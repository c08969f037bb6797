// Tokenises code with highlight.js: which ranges are keywords, names, strings, numbers and comments.
import highlighter from 'highlight.js/lib/common';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import nginx from 'highlight.js/lib/languages/nginx';
import powershell from 'highlight.js/lib/languages/powershell';
import type { CodeKind, CodeStretch } from '../../core/code-stretch.ts';

highlighter.registerLanguage('dockerfile', dockerfile);
highlighter.registerLanguage('nginx', nginx);
highlighter.registerLanguage('powershell', powershell);

/** The highlight.js scopes that get a colour, by the first part of their names. */
const KINDS: Readonly<Record<string, CodeKind>> = {
  keyword: 'keyword',
  literal: 'number',
  number: 'number',
  symbol: 'number',
  string: 'string',
  regexp: 'string',
  char: 'string',
  addition: 'string',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  meta: 'comment',
  deletion: 'removed',
  title: 'name',
  section: 'name',
  name: 'keyword',
  tag: 'keyword',
  'selector-tag': 'keyword',
  'selector-class': 'name',
  'selector-id': 'name',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  type: 'name',
  built_in: 'name',
};

const PIECE = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);|[^<&]+/g;

/** Sorted and without overlap: of nested ranges, the inner one wins. None for an unknown language. */
export function stretchesOf(code: string, language: string): CodeStretch[] {
  const name = language.toLowerCase();
  if (!highlighter.getLanguage(name)) return [];
  const { value } = highlighter.highlight(code, { language: name, ignoreIllegals: true });
  const stretches: CodeStretch[] = [];
  /** The kinds around the current position. */
  const around: (CodeKind | undefined)[] = [];
  let at = 0;
  for (const [piece, scope, entity] of value.matchAll(PIECE)) {
    if (scope !== undefined) around.push(kindOf(scope) ?? around.at(-1));
    else if (piece === '</span>') around.pop();
    else {
      const start = at;
      at += entity === undefined ? piece.length : 1;
      const kind = around.at(-1);
      const last = stretches.at(-1);
      if (kind && last?.kind === kind && last.end === start) last.end = at;
      else if (kind) stretches.push({ kind, start, end: at });
    }
  }
  return stretches;
}

/** `hljs-title function_` is a title; `language-css` has no kind. */
function kindOf(scope: string): CodeKind | undefined {
  const [first = ''] = scope.split(' ');
  return KINDS[first.replace(/^hljs-/, '')];
}
