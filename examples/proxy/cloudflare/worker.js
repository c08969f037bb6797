// The assistant of a documentation site, on Cloudflare Workers: forwards questions to an OpenAI-compatible API with the
// site's key and model. Settings: wrangler.toml next to this file. ../README.md says what it protects.
const WAIT = { 'retry-after': '60' };
const PREFLIGHT = { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' };

export default {
  async fetch(request, env) {
    const origin = request.headers.get('origin');
    const cors = { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'retry-after' };
    const send = (status, body, more) =>
      new Response(body, { status, headers: { ...cors, vary: 'origin', ...more } });
    const refuse = (status, message, more) => send(status, JSON.stringify({ error: { message } }), more);
    if (!env.ORIGINS.split(' ').includes(origin)) return new Response('Not for this site.', { status: 403 });
    if (!new URL(request.url).pathname.endsWith('/chat/completions')) return refuse(404, 'Not found.');
    if (request.method === 'OPTIONS') return send(204, null, PREFLIGHT);
    if (request.method !== 'POST') return refuse(405, 'Use POST.');
    // For IPv6, the prefix that a household or an office shares.
    const visitor = request.headers.get('cf-connecting-ip').split(':').slice(0, 4).join(':');
    if (!(await env.LIMITER.limit({ key: visitor })).success) return refuse(429, 'Too many questions.', WAIT);
    const { messages, tools, stream, stream_options } = (await request.json().catch(() => null)) ?? {};
    const fixed = { model: env.MODEL, max_completion_tokens: 1500 };
    const body = JSON.stringify({ messages, tools, stream, stream_options, ...fixed });
    if (!Array.isArray(messages)) return refuse(400, 'There are no messages.');
    if (body.length > 200_000) return refuse(413, 'This conversation is too long.');
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${env.API_KEY}` };
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(90_000)]);
    const asked = { method: 'POST', headers, body, signal };
    const answer = await fetch(`${env.API}/chat/completions`, asked).catch(() => undefined);
    // An API's error may name the account, so visitors learn only that there was one.
    if (!answer?.ok) return refuse(answer?.status === 429 ? 429 : 502, 'The model does not answer.', WAIT);
    return send(200, answer.body, { 'content-type': answer.headers.get('content-type') });
  },
};
