// The tabs of a tool's page in its three places, by the kind of tool. Pure.
import type { ToolKind } from '../../core/tool-kinds.ts';
import type { ToolView } from '../extension-points.ts';

export interface Pane {
  id: string;
  label: string;
}

const LEADING: readonly ToolKind[] = ['flow', 'http'];

/** Label of the tool's text. A request consists only of JSON. */
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

const SELDOM: readonly string[] = ['settings', 'versions', 'about'];

/** Returns all tabs in one row for a narrow screen, most used first. */
export function panesInOneRow(panes: readonly Pane[]): Pane[] {
  const isSeldom = ({ id }: Pane): boolean => SELDOM.includes(id);
  const seldom = panes.filter(isSeldom);
  return [
    ...panes.filter((pane) => !isSeldom(pane)),
    ...seldom.toSorted((a, b) => SELDOM.indexOf(a.id) - SELDOM.indexOf(b.id)),
  ];
}

/** The initial tab; empty while the views are unknown. */
export function firstPane(kind: ToolKind, views: readonly ToolView[], known: boolean): string {
  return views.find(({ leads }) => leads)?.id ?? (known || !LEADING.includes(kind) ? 'code' : '');
}
