import type { TestPlatform } from './platform.ts';

/** Sends a POST with a JSON body. */
export function postJson(
  platform: TestPlatform,
  path: string,
  body: unknown,
  init: RequestInit & { token?: string } = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('content-type', 'application/json');
  return platform.request(path, { method: 'POST', ...init, headers, body: JSON.stringify(body) });
}
