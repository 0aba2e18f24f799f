export { type I18n, i18nIn } from './i18n.ts';
export { readTranslations } from './read-catalogue.ts';
