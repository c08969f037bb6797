// The assistant of a documentation site, as a Netlify edge function: forwards questions to an OpenAI-compatible API with
// the site's key and model. ../../README.md says what it protects.
export const config = { path: '/assistant/chat/completions', method: ['POST', 'OPTIONS'] };
const WAIT = { 'retry-after': '60' };
const PREFLIGHT = { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' };
/** Times of each visitor's requests in the last minute, as seen by this instance. */
const visitors = new Map();

export default async function assistant(request, context) {
  const setting = (name) => Netlify.env.get(name);
  const origin = request.headers.get('origin');
  const cors = { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'retry-after' };
  const send = (status, body, more) =>
    new Response(body, { status, headers: { ...cors, vary: 'origin', ...more } });
  const refuse = (status, message, more) => send(status, JSON.stringify({ error: { message } }), more);
  if (!setting('ORIGINS').split(' ').includes(origin)) return new Response('Not here.', { status: 403 });
  if (request.method === 'OPTIONS') return send(204, null, PREFLIGHT);
  // For IPv6, the prefix that a household or an office shares.
  const visitor = context.ip.split(':').slice(0, 4).join(':');
  const times = (visitors.get(visitor) ?? []).filter((time) => time > Date.now() - 60_000);
  if (times.length >= 20) return refuse(429, 'Too many questions.', WAIT);
  if (visitors.size > 10_000) visitors.clear();
  visitors.set(visitor, [...times, Date.now()]);
  const { messages, tools, stream, stream_options } = (await request.json().catch(() => null)) ?? {};
  const fixed = { model: setting('MODEL'), max_completion_tokens: 1500 };
  const body = JSON.stringify({ messages, tools, stream, stream_options, ...fixed });
  if (!Array.isArray(messages)) return refuse(400, 'There are no messages.');
  if (body.length > 200_000) return refuse(413, 'This conversation is too long.');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${setting('API_KEY')}` };
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(90_000)]);
  const asked = { method: 'POST', headers, body, signal };
  const answer = await fetch(`${setting('API')}/chat/completions`, asked).catch(() => undefined);
  // An API's error may name the account, so visitors learn only that there was one.
  if (!answer?.ok) return refuse(answer?.status === 429 ? 429 : 502, 'The model does not answer.', WAIT);
  return send(200, answer.body, { 'content-type': answer.headers.get('content-type') });
}
