export { type I18n, i18nIn } from './i18n.ts';
