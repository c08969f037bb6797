// Data that another app shares with the installed one: the service worker keeps it until the page takes it in.

/** Name of the cache: one entry per share, the unchanged body of the form. */
export const SHARED_CACHE = 'perilune-shared';
/** Path that the system posts to, below the scope of the app: `share_target` in the manifest. */
export const SHARE_PATH = 'share';
/** In the address instead of an id: the share could not be stored. */
export const SHARE_LOST = 'lost';
/** In the address instead of an id: the share exceeded a limit. */
export const SHARE_TOO_LARGE = 'too-large';
export const SHARE_TOO_MANY = 'too-many';

/** Any site can post shares, so their size and the number waiting are limited. */
export const SHARE_LIMITS = { bytes: 100 * 1024 * 1024, waiting: 10 } as const;
