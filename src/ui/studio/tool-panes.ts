// Which tabs the page of a tool has, by the kind of the tool, in the three places that they are in. Pure.
import type { ToolKind } from '../../core/tool-kinds.ts';
import type { ToolView } from '../extension-points.ts';

export interface Pane {
  id: string;
  label: string;
}

const LEADING: readonly ToolKind[] = ['flow', 'http'];

/** The text of the tool. A request is nothing but its JSON. */
export function codeLabel(kind: ToolKind): string {
  return kind === 'http' ? 'JSON' : 'Code';
}

export function leftPanes(kind: ToolKind): Pane[] {
  const parameters = { id: 'parameters', label: kind === 'connector' ? 'Setup' : 'Parameters' };
  const about = { id: 'about', label: 'About' };
  if (kind === 'lua') return [parameters, about];
  return kind === 'builtin' ? [about] : [about, parameters];
}

export function middlePanes(kind: ToolKind, views: readonly ToolView[], changed: boolean): Pane[] {
  return [
    ...views.filter(({ side }) => side === 'left'),
    { id: 'code', label: changed ? `${codeLabel(kind)} •` : codeLabel(kind) },
    ...views.filter(({ side }) => side === 'right'),
    { id: 'settings', label: 'Settings' },
    { id: 'versions', label: 'Versions' },
  ];
}

export function rightPanes(kind: ToolKind, cases: string): Pane[] {
  const run = { id: 'run', label: kind === 'connector' ? 'Scan' : 'Run' };
  return kind === 'builtin' || kind === 'connector' ? [run] : [run, { id: 'cases', label: cases }];
}

/** What a tool is opened with; empty while its views are not known. */
export function firstPane(kind: ToolKind, views: readonly ToolView[], known: boolean): string {
  return views.find(({ leads }) => leads)?.id ?? (known || !LEADING.includes(kind) ? 'code' : '');
}
