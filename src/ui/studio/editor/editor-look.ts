// The style of the code editor. Colours are custom properties, so themes need no change here.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--link)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.standard(tags.variableName), tags.definition(tags.variableName)], fontWeight: '600' },
]);

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px', minWidth: '36px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklch, var(--hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklch, var(--link) 24%, transparent)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch.cm-searchMatch-selected': { outline: '1px solid var(--accent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'color-mix(in oklch, var(--bad) 20%, transparent)',
  },
  '.cm-wrong': { backgroundColor: 'color-mix(in oklch, var(--bad) 14%, transparent)' },
  '.cm-error, .cm-warning': {
    textDecoration: 'underline wavy 1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-error': { textDecorationColor: 'var(--bad)' },
  '.cm-warning': { textDecorationColor: 'var(--warn)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-panel)',
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxWidth: 'min(480px, 90vw)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--hover)', color: 'var(--text)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--muted)' },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 10px', maxWidth: '320px', fontSize: '13px' },
  '.cm-snippetField': { backgroundColor: 'var(--accent-soft)' },
  '.cm-help': {
    maxWidth: 'min(420px, 90vw)',
    maxHeight: '40vh',
    padding: '8px 12px',
    overflow: 'auto',
    fontSize: '13px',
  },
  '.cm-help-signature': { fontFamily: 'var(--mono)', fontWeight: '600', overflowWrap: 'anywhere' },
  '.cm-help p': { margin: '4px 0 0' },
  '.cm-help dl': { margin: '8px 0 0' },
  '.cm-help dt': { fontFamily: 'var(--mono)' },
  '.cm-help dd': { margin: '0 0 4px 12px' },
  '.cm-help-type': { color: 'var(--muted)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--hover)', border: 'none', color: 'var(--muted)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
});

export const editorLook: Extension = [look, syntaxHighlighting(colours)];
