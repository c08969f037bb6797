// The looks of the blocks: surfaces from the app's own colours, which follow light and dark by themselves, and a colour for
// each kind of block on which white words are readable in both.
import { Theme } from 'blockly/core';

const COLOURS: Record<string, string> = {
  tool: '#7a5c12',
  parameter: '#9a4a1c',
  library: '#27628f',
  web: '#1f6f6b',
  call: '#6a4a9c',
  table: '#8a3f63',
  lua: '#555b6b',
  logic: '#3c5da0',
  loop: '#2f7042',
  text: '#23706b',
  math: '#4a52a3',
  list: '#8a3f63',
  variable: '#9a3b4c',
  procedure: '#75479a',
};

export function blockTheme(): Theme {
  const styles = Object.entries(COLOURS);
  return Theme.defineTheme('perilune', {
    name: 'perilune',
    blockStyles: Object.fromEntries(
      styles.map(([name, colourPrimary]) => [`${name}_blocks`, { colourPrimary }]),
    ),
    categoryStyles: Object.fromEntries(styles.map(([name, colour]) => [`${name}_category`, { colour }])),
    componentStyles: {
      workspaceBackgroundColour: 'var(--canvas)',
      toolboxBackgroundColour: 'var(--surface)',
      toolboxForegroundColour: 'var(--text)',
      flyoutBackgroundColour: 'var(--hover)',
      flyoutForegroundColour: 'var(--text)',
      flyoutOpacity: 1,
      scrollbarColour: 'var(--line-strong)',
      scrollbarOpacity: 0.6,
      insertionMarkerColour: 'var(--text)',
      insertionMarkerOpacity: 0.3,
      selectedGlowColour: 'var(--accent)',
    },
    fontStyle: { family: 'system-ui, sans-serif', size: 11 },
  });
}
