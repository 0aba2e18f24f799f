import { stringifySetCookie } from 'cookie';

/** As long as a person may take at the maker. */
const MAX_AGE_SECONDS = 600;

/**
 * Creates the cookie of a browser that was sent to a maker. Browsers send it when the maker redirects back
 * (`lax`), and only to the path to which it does.
 */
export function makerCookie(baseUrl: string) {
  const secure = baseUrl.startsWith('https:');
  return {
    give: (value: string): Record<string, string> => ({
      'Set-Cookie': stringifySetCookie({
        name: 'azulejo-pairing',
        value,
        httpOnly: true,
        sameSite: 'lax',
        secure,
        path: '/v3/third-party',
        maxAge: MAX_AGE_SECONDS,
      }),
    }),
  };
}
