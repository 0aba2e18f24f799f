import { chooseLanguage, type Language } from '@azulejo/model';
import type { FastifyRequest } from 'fastify';
import { type I18n, i18nIn } from '../languages/index.ts';

/**
 * Returns the language of ours with the highest weight in `Accept-Language` (RFC 9110 12.5.4); undefined without
 * one.
 */
export function acceptedLanguage(acceptLanguage: string | undefined): Language | undefined {
  const ranges = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .flatMap((range) => {
      const [tag = '', ...parameters] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      const language = chooseLanguage([tag]);
      return language ? [{ language, weight: Number(weight) || 0 }] : [];
    });
  const [first] = ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  return first?.language;
}

/** Returns the same, and English without one. */
export const preferredLanguage = (acceptLanguage: string | undefined): Language =>
  acceptedLanguage(acceptLanguage) ?? 'en';

/** Returns the translator for a page: into the person's language where it is known, else into the browser's. */
export const i18nOf = ({ headers }: FastifyRequest, language?: Language): I18n =>
  i18nIn(language ?? preferredLanguage(headers['accept-language']));
