import type { I18n } from '../../../platform/languages/index.ts';

/** Returns the translations of the texts that rules have. */
const conditionNames = (i18n: I18n): Readonly<Record<string, string>> => ({
  Smoke: i18n.t('Smoke'),
  'Carbon monoxide': i18n.t('Carbon monoxide'),
  Gas: i18n.t('Gas'),
  'Water leak': i18n.t('Water leak'),
  Siren: i18n.t('Siren'),
  Unlocked: i18n.t('Unlocked'),
  'Not fully locked': i18n.t('Not fully locked'),
  Open: i18n.t('Open'),
});

export const conditionName = (i18n: I18n, text: string): string => conditionNames(i18n)[text] ?? text;
