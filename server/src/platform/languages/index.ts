export { type I18n, i18nIn } from './i18n.ts';
export { chooseLanguage, type Language } from './languages.ts';
