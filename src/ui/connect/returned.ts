// What an address brought back from a sign-in elsewhere. It leaves the address bar and the history before anything else runs.

/** What this tab keeps while a person signs in. */
export const PENDING = 'perilune:sign-in';

let returned: URLSearchParams | undefined;

// Some services append their parameters with a second question mark.
const query = new URLSearchParams(location.search.slice(1).replaceAll('?', '&'));
const state = query.get('sign-in');
if (state !== null || query.has('code')) {
  const expected = state !== null && sessionStorage.getItem(PENDING)?.includes(`"${state}"`);
  if (expected) returned = query;
  history.replaceState(null, '', `${location.pathname}${expected ? '#/settings/model' : location.hash}`);
}

/** Answers once. */
export function takeReturned(): URLSearchParams | undefined {
  const taken = returned;
  returned = undefined;
  return taken;
}
