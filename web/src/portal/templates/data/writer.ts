import type { TemplateVersion } from '@azulejo/contract';

/** Returns the origin of a version, in words. */
export function writerOf({ origin, author }: Pick<TemplateVersion, 'origin' | 'author'>): string {
  if (origin === 'catalogue') return 'Catalogue';
  if (origin === 'import') return 'Command line';
  return author?.name ?? 'Former account';
}
