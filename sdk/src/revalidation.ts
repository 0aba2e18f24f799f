import type { Transport } from './transport.ts';

/**
 * Adds an LRU cache of at most `capacity` responses, which are revalidated with `If-None-Match`. It caches
 * text, not objects, so that every caller gets its own value.
 */
export function withRevalidation(transport: Transport, capacity: number): Transport {
  const held = new Map<string, { etag: string; text: string }>();
  return async (request, options) => {
    if (request.method !== 'GET') return transport(request, options);
    const language = request.headers['accept-language'] ?? '';
    const key = `${options.record?.owner_id ?? ''} ${language} ${request.url.href}`;
    const known = held.get(key);
    const headers = known ? { ...request.headers, 'if-none-match': known.etag } : request.headers;
    const reply = await transport({ ...request, headers }, options);
    const answer = reply.status === 304 && known ? { ...reply, status: 200, text: known.text } : reply;
    const etag = reply.headers.get('etag') ?? known?.etag;
    held.delete(key);
    if (answer.status === 200 && etag) held.set(key, { etag, text: answer.text });
    for (const oldest of held.keys()) {
      if (held.size <= capacity) break;
      held.delete(oldest);
    }
    return answer;
  };
}
