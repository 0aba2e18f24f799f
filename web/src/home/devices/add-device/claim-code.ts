const KEPT = 'azulejo-scanned-code';
const FRAGMENT = /^#?code=(.+)$/;

/** Returns the code in scanned text: a code alone, or the link to Home that a portal prints. */
export function codeIn(text: string): string {
  const { hash } = URL.parse(text.trim()) ?? { hash: '' };
  const [, code] = FRAGMENT.exec(hash) ?? [];
  return (code === undefined ? text : decodeURIComponent(code)).trim().slice(0, 100);
}

/**
 * Keeps the code of a link that a phone's camera opened, until the person has signed in. It arrives in the
 * fragment, which browsers do not send, and stays out of every address. Returns whether there was one.
 */
export function keepCode(hash: string): boolean {
  const [, code] = FRAGMENT.exec(hash) ?? [];
  if (code !== undefined) sessionStorage.setItem(KEPT, decodeURIComponent(code));
  return code !== undefined;
}

/** Returns the code that was kept; once. */
export function takeCode(): string {
  const code = sessionStorage.getItem(KEPT) ?? '';
  sessionStorage.removeItem(KEPT);
  return code.slice(0, 100);
}
