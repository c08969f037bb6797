// The messages by which the service worker passes a request for the app's HTTP routes to an open tab. It offers the
// request through a port of its own. A tab that takes it gets the request and answers once. `stop` means that the
// caller has disconnected.

/** The folder of the routes, below the app's address. */
export const HTTP_FOLDER = 'api';

/** To a tab, with a port. */
export const HTTP_OFFER = 'HTTP_OFFER';
/** From the tab. */
export const TAKEN = 'taken';
/** To the tab. */
export const STOP = 'stop';

export interface RelayedRequest {
  method: string;
  /** Below the folder of the routes: `/tools/list`. */
  path: string;
  body: Uint8Array<ArrayBuffer>;
}

export interface RelayedResponse {
  status: number;
  headers: [string, string][];
  body: string;
}
