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
  }
}
