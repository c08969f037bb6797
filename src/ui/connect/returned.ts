// Takes the parameters of a sign-in out of the address bar and the history before anything else runs.

/** State of a sign-in, stored for this tab. */
export const PENDING = 'perilune:sign-in';

const { search, pathname, hash } = location;
let returned = /[?&](?:sign-in|code)=/.test(search) ? search : '';
if (returned) {
  const state = /sign-in=([\w-]{43})/.exec(search)?.[1];
  if (!state || !sessionStorage.getItem(PENDING)?.includes(state)) returned = '';
  history.replaceState(null, '', pathname + (returned ? '#/settings/model' : hash));
}

/** Returns them once. Some services append their parameters with a second question mark. */
export function takeReturned(): URLSearchParams | undefined {
  const taken = returned;
  returned = '';
  return taken ? new URLSearchParams(taken.slice(1).replaceAll('?', '&')) : undefined;
}
