import { t } from '@lingui/core/macro';

/** Says how many entries of a list fit the filter, as far as they are loaded. */
export const foundText = (count: number, hasMore: boolean): string =>
  hasMore ? t`${count} or more found` : t`${count} found`;
