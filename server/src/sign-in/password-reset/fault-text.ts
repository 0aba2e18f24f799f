import type { I18n } from '../../platform/languages/index.ts';
import type { PasswordFault } from '../accounts/index.ts';

/** Says why a password is refused. */
export function faultText(i18n: I18n, fault: PasswordFault): string {
  switch (fault.kind) {
    case 'short':
      return i18n.t('The password must have at least {length} characters.', { length: fault.length });
    case 'long':
      return i18n.t('The password must have at most {length} characters.', { length: fault.length });
    case 'email':
      return i18n.t('The password must not be the e-mail.');
    case 'email-name':
      return i18n.t('The password must not be the part of the e-mail before the @.');
    case 'name':
      return i18n.t('The password must not be the name.');
    case 'common':
      return i18n.t('The password is one of the most common passwords.');
    case 'own':
      return i18n.t('The password is little more than your name, your e-mail or the name of this platform.');
    case 'repeated':
      return i18n.t('The password repeats the same characters or words.');
    case 'pattern':
      return i18n.t('The password is mostly a row of keys or characters, or a date.');
    case 'similar':
      return i18n.t('The password is too similar to a common password.');
    case 'guessable':
      return i18n.t('The password is too easy to guess. Another word or two make it safe.');
  }
}
