// What another app shares with the installed one: kept by the service worker until the page has taken it in.

/** The cache that keeps it: one entry a share, the body of the form as it came. */
export const SHARED_CACHE = 'perilune-shared';
/** Where the system sends it, below the scope of the app: `share_target` in the manifest. */
export const SHARE_PATH = 'share';
/** In the address instead of an id: it could not be kept. */
export const SHARE_LOST = 'lost';
