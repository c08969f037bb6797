// The palette's shortcut as this machine's keyboard spells it.
export const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
