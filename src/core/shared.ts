// What another app shares with the installed one: kept by the service worker until the page has taken it in.

/** The cache that keeps it: one entry a share, the body of the form as it came. */
export const SHARED_CACHE = 'perilune-shared';
/** Where the system sends it, below the scope of the app: `share_target` in the manifest. */
export const SHARE_PATH = 'share';
/** In the address instead of an id: it could not be kept. */
export const SHARE_LOST = 'lost';
/** In the address instead of an id: it was over a limit. */
export const SHARE_TOO_LARGE = 'too-large';
export const SHARE_TOO_MANY = 'too-many';

/** Any site can post to where shares arrive: so much is kept of one, and so many wait to be taken in. */
export const SHARE_LIMITS = { bytes: 100 * 1024 * 1024, waiting: 10 } as const;
