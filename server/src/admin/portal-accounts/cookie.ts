import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';

/**
 * `__Host-` binds the cookie to this very host and to TLS. Browsers keep such a cookie over plain HTTP nowhere, or only
 * for localhost: there it has a plain name, and stays as strict in all else.
 */
export function sessionCookie(options: { isSecure: boolean }) {
  const { isSecure } = options;
  const name = isSecure ? '__Host-azulejo-portal' : 'azulejo-portal';
  const attributes = { name, httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure } as const;
  return {
    read: (request: FastifyRequest): string | undefined => parseCookie(request.headers.cookie ?? '')[name],
    /** The header that hands it over; it goes with the browser's session or after `maxAge` seconds. */
    give: (value: string, maxAge: number): Record<string, string> => ({
      'Set-Cookie': stringifySetCookie({ ...attributes, value, maxAge }),
    }),
    take: (): Record<string, string> => ({
      'Set-Cookie': stringifySetCookie({ ...attributes, value: '', maxAge: 0 }),
    }),
  };
}

export type SessionCookie = ReturnType<typeof sessionCookie>;
