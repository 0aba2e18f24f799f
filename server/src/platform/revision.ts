import { hash } from 'node:crypto';

/** Returns `N-hash` (spec 2.3, 2.4): the number of changes and a digest of the current document. */
export function revisionOf(count: number, document: unknown): string {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  return `${count}-${hash('md5', text)}`;
}

export const etagOf = (revision: string): string => `"${revision}"`;

/**
 * Returns whether a header with `*` or a list of entity tags matches (RFC 9110 13.1). `If-None-Match` uses
 * the weak comparison, `If-Match` the strong one.
 */
export function matchesEtag(header: string, etag: string, comparison: 'weak' | 'strong'): boolean {
  if (header.trim() === '*') return true;
  const entries = header.match(/(?:W\/)?"[^"]*"/g) ?? [header.trim()];
  return entries.some((entry) => {
    if (comparison === 'strong') return entry === etag;
    return entry.replace(/^W\//, '') === etag.replace(/^W\//, '');
  });
}
