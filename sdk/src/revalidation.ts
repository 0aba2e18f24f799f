import type { Transport } from './transport.ts';

/**
 * Asks again with `If-None-Match` for what it holds, and answers a 304 with it. Text is held, not objects: every
 * caller gets a value of its own. `capacity` is the number of answers; the longest unused one goes first.
 */
export function withRevalidation(transport: Transport, capacity: number): Transport {
  const held = new Map<string, { etag: string; text: string }>();
  return async (request, options) => {
    if (request.method !== 'GET') return transport(request, options);
    const key = `${options.record?.owner_id ?? ''} ${request.url.href}`;
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
