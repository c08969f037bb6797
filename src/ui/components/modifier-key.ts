// The key that makes a shortcut, as this machine's keyboard spells it.
export const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
