import { parseCookie, stringifySetCookie } from 'cookie';

const NAME = 'azulejo-pairing';
/** The time that a person may take at the maker. */
const MAX_AGE_SECONDS = 600;

/**
 * Creates the cookie of a browser that was sent to a maker. Browsers send it when the maker redirects back
 * (`lax`), and only to the path to which it does.
 */
export function makerCookie(baseUrl: string) {
  const secure = baseUrl.startsWith('https:');
  const set = (value: string, maxAge: number): Record<string, string> => ({
    'Set-Cookie': stringifySetCookie({
      name: NAME,
      value,
      httpOnly: true,
      sameSite: 'lax',
      secure,
      path: '/v3/third-party',
      maxAge,
    }),
  });
  return {
    give: (value: string) => set(value, MAX_AGE_SECONDS),
    /** Removes the cookie. */
    end: () => set('', 0),
    /** Returns the value; empty without the cookie. */
    read: (header: string | undefined): string => parseCookie(header ?? '')[NAME] ?? '',
  };
}
