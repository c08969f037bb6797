// What an app learns about the page around it: theme, sizes, language. Colours are those of the current theme, by the
// names that the extension defines.
import type { JsonObject } from '../../base/json.ts';
import type { Tool } from '../../core/tool.ts';
import { isDark } from '../../ui/components/follow-dark.ts';

/** Pixels. A taller app scrolls inside. */
export const TALLEST = 720;

const VARIABLES: Readonly<Record<string, string>> = {
  '--color-background-primary': '--surface',
  '--color-background-secondary': '--canvas',
  '--color-background-tertiary': '--hover',
  '--color-background-warning': '--accent-soft',
  '--color-text-primary': '--text',
  '--color-text-secondary': '--muted',
  '--color-text-tertiary': '--faint',
  '--color-text-info': '--link',
  '--color-text-danger': '--bad',
  '--color-text-success': '--good',
  '--color-text-warning': '--warn',
  '--color-border-primary': '--line',
  '--color-border-secondary': '--line-strong',
  '--color-ring-primary': '--focus',
  '--font-sans': '--font',
  '--font-mono': '--mono',
  '--border-radius-md': '--radius',
  '--border-radius-lg': '--radius-panel',
};

/** Theme and colours, which change together. */
export function themeContext(): JsonObject {
  const style = getComputedStyle(document.documentElement);
  const variables = Object.entries(VARIABLES).map(([name, token]) => [name, valueOf(style, token)]);
  return { theme: isDark() ? 'dark' : 'light', styles: { variables: Object.fromEntries(variables) } };
}

/** The computed colour: `light-dark()` would follow the frame's own scheme. */
function valueOf(style: CSSStyleDeclaration, token: string): string {
  const value = style.getPropertyValue(token).trim();
  if (!/^(?:light-dark|oklch|#|var)/.test(value)) return value;
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

export type DisplayMode = 'inline' | 'fullscreen';

/** Without a height: the app decides it. */
export function sizeContext(
  mode: DisplayMode,
  view: Pick<Element, 'clientWidth' | 'clientHeight'>,
): JsonObject {
  const { clientWidth: width, clientHeight: height } = view;
  return {
    displayMode: mode,
    availableDisplayModes: ['inline', 'fullscreen'],
    containerDimensions: mode === 'inline' ? { width, maxHeight: TALLEST } : { width, height },
  };
}

/** What stays the same while an app runs. */
export function fixedContext({ spec }: Pick<Tool, 'spec'>, toolName: string): JsonObject {
  return {
    toolInfo: {
      tool: {
        name: toolName,
        description: spec.description,
        inputSchema: spec.parameters as unknown as JsonObject,
      },
    },
    locale: document.documentElement.lang || 'en',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'perilune',
    platform: 'web',
    deviceCapabilities: {
      touch: matchMedia('(any-pointer: coarse)').matches,
      hover: matchMedia('(any-hover: hover)').matches,
    },
  };
}
