import type { TemplateVersion } from '@azulejo/contract';
import { t } from '@lingui/core/macro';

/** Returns the origin of a version, in words. */
export function writerOf({ origin, author }: Pick<TemplateVersion, 'origin' | 'author'>): string {
  if (origin === 'catalogue') return t`Catalogue`;
  if (origin === 'import') return t`Command line`;
  return author?.name ?? t`Former account`;
}
