// Dragging a tool out of the list: other windows get its text, the desktop a file, bundles on the page its name.
import { resolveObjectURL } from 'node:buffer';
import { expect, it, vi } from 'vitest';
import type { App } from '../../apps/web/app.ts';
import { bringsTool, droppedTool, startDrag } from './move-tool.ts';

/** The used part of a drag. */
function drag() {
  const data = new Map<string, string>();
  const target = new EventTarget();
  const dataTransfer = {
    effectAllowed: '',
    setData: (type: string, text: string) => void data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()];
    },
  };
  return { data, target, dataTransfer, event: { dataTransfer, target } as unknown as DragEvent };
}

const appWith = (tool: object | undefined) =>
  ({ tools: { get: () => tool } }) as unknown as Pick<App, 'tools'>;

it.each([
  ['lua', 'greet.lua'],
  ['connector', 'greet.lua'],
  ['http', 'greet.http.json'],
  ['flow', 'greet.flow.json'],
])('a tool of kind %s becomes the file %s with its text', async (kind, fileName) => {
  const { data, event } = drag();
  startDrag(event, appWith({ name: 'greet', source: 'its text', kind }), 'pack__greet');
  const [type, name, ...address] = (data.get('DownloadURL') ?? '').split(':');
  expect([type, name]).toEqual(['text/plain', fileName]);
  expect(await resolveObjectURL(address.join(':'))?.text()).toBe('its text');
  expect(data.get('text/plain')).toBe('its text');
  expect([bringsTool(event), droppedTool(event)]).toEqual([true, 'pack__greet']);
});

it('keeps the file available for a while after the drag, and then no longer', () => {
  vi.useFakeTimers();
  const { data, event, target } = drag();
  startDrag(event, appWith({ name: 'greet', source: 'x', kind: 'lua' }), 'greet');
  const address = (data.get('DownloadURL') ?? '').replace(/^[^:]*:[^:]*:/, '');
  target.dispatchEvent(new Event('dragend'));
  vi.advanceTimersByTime(59_000);
  expect(resolveObjectURL(address)).toBeDefined();
  vi.advanceTimersByTime(2000);
  expect(resolveObjectURL(address)).toBeUndefined();
  vi.useRealTimers();
});

it('has no file for a tool that was just removed, and text from elsewhere is no tool', () => {
  const { data, event } = drag();
  startDrag(event, appWith(undefined), 'gone');
  expect(data.has('DownloadURL')).toBe(false);
  const other = drag();
  other.dataTransfer.setData('text/plain', 'words');
  expect([bringsTool(other.event), droppedTool(other.event)]).toEqual([false, undefined]);
});
