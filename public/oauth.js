// Passes the result of a sign-in to the page that started it, and to no other origin; that page validates it.
const channel = new BroadcastChannel('perilune-oauth');
channel.postMessage(location.search);
history.replaceState(null, '', location.pathname);
setTimeout(() => {
  channel.close();
  window.close();
}, 100);
