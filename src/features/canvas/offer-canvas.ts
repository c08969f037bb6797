// Adds a Run button to each block of HTML or SVG, which opens the canvas below the block.
import { mount, unmount } from 'svelte';
import { quietButton } from '../../ui/components/quiet-button.ts';
import Canvas from './Canvas.svelte';
import type { Version } from './page-of.ts';

const BLOCKS = 'pre[data-language="html"], pre[data-language="svg"]';

export function offerCanvas(place: HTMLElement): void {
  for (const block of place.querySelectorAll<HTMLElement>(BLOCKS)) {
    const frame = block.closest<HTMLElement>('.code');
    if (!frame || frame.querySelector('.run')) continue;
    const run = quietButton('button quiet copy run', 'Run', 'Run this page');
    run.addEventListener('click', () => open(frame, block));
    frame.append(run);
  }
}

function open(frame: HTMLElement, block: HTMLElement): void {
  if (frame.nextElementSibling?.matches('.canvas-place')) return frame.nextElementSibling.scrollIntoView();
  const place = document.createElement('div');
  place.className = 'canvas-place';
  frame.after(place);
  // Each such block of the conversation or document is a version, stored with it.
  const blocks = [
    ...(frame.closest('[role="log"], .rendered') ?? frame).querySelectorAll<HTMLElement>(BLOCKS),
  ];
  const canvas = mount(Canvas, {
    target: place,
    props: {
      versions: blocks.map(versionOf),
      first: Math.max(0, blocks.indexOf(block)),
      from: frame.closest('[role="log"]') ? 'answer' : 'document',
      onclose: () => {
        void unmount(canvas);
        place.remove();
        frame.querySelector<HTMLElement>('.run')?.focus();
      },
    },
  });
}

function versionOf(block: HTMLElement): Version {
  return { source: block.textContent ?? '', language: block.dataset['language'] ?? 'html' };
}
