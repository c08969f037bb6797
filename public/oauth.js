// Hands what the sign-in came back with to the page that began it, and to no other origin; that page checks it.
const channel = new BroadcastChannel('perilune-oauth');
channel.postMessage(location.search);
history.replaceState(null, '', location.pathname);
setTimeout(() => {
  channel.close();
  window.close();
}, 100);
