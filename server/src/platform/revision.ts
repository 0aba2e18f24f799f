import { hash } from 'node:crypto';

/** `N-hash` (spec 2.3, 2.4): how often it changed, and a digest of what it is now. */
export function revisionOf(count: number, document: unknown): string {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  return `${count}-${hash('md5', text)}`;
}

export const etagOf = (revision: string): string => `"${revision}"`;

/** RFC 9110 13.1: `*`, or a list of entity tags. Weak comparison serves `If-None-Match`, strong `If-Match`. */
export function matchesEtag(header: string, etag: string, comparison: 'weak' | 'strong'): boolean {
  if (header.trim() === '*') return true;
  const entries = header.match(/(?:W\/)?"[^"]*"/g) ?? [header.trim()];
  return entries.some((entry) => {
    if (comparison === 'strong') return entry === etag;
    return entry.replace(/^W\//, '') === etag.replace(/^W\//, '');
  });
}
