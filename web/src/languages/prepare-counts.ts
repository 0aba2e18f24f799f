import { i18n } from '@lingui/core';

/**
 * Makes the browser load its rules for plurals and numbers of the present language. Otherwise the first count on the
 * page does, which on a slow phone delays the press of a switch by the time of a frame or two.
 */
export function prepareCounts(): void {
  new Intl.PluralRules(i18n.locale).select(1);
  i18n.number(1);
}
