import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';

/**
 * Creates the session cookie. `__Host-` binds it to this very host and to TLS. Over plain HTTP, where
 * browsers reject such a cookie (some accept it for localhost), it has a plain name and is as strict
 * otherwise.
 */
export function sessionCookie(options: { isSecure: boolean }) {
  const { isSecure } = options;
  const name = isSecure ? '__Host-azulejo-portal' : 'azulejo-portal';
  const attributes = { name, httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure } as const;
  return {
    read: (request: FastifyRequest): string | undefined => parseCookie(request.headers.cookie ?? '')[name],
    /** Returns the header that sets the cookie. It expires after `maxAge` seconds. */
    give: (value: string, maxAge: number): Record<string, string> => ({
      'Set-Cookie': stringifySetCookie({ ...attributes, value, maxAge }),
    }),
    take: (): Record<string, string> => ({
      'Set-Cookie': stringifySetCookie({ ...attributes, value: '', maxAge: 0 }),
    }),
  };
}

export type SessionCookie = ReturnType<typeof sessionCookie>;
