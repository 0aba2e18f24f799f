import type { Language } from '@azulejo/model';
import type { LanguageWords } from './language.ts';

/** Loads the words of one language. Each language is a separate file, so that a page loads only that of its reader. */
export async function loadLanguage(language: Language): Promise<LanguageWords> {
  switch (language) {
    case 'de':
      return (await import('./languages/de.ts')).de;
    case 'es':
      return (await import('./languages/es.ts')).es;
    case 'fr':
      return (await import('./languages/fr.ts')).fr;
    case 'pt':
      return (await import('./languages/pt.ts')).pt;
    case 'en':
      return (await import('./languages/en.ts')).en;
  }
}
