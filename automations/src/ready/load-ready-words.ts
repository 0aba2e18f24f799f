import type { Language } from '@azulejo/model';
import type { ReadyWords } from './language.ts';

/** Loads the words of one language. */
export async function loadReadyWords(language: Language): Promise<ReadyWords> {
  switch (language) {
    case 'de':
      return (await import('./words/de.ts')).de;
    case 'es':
      return (await import('./words/es.ts')).es;
    case 'fr':
      return (await import('./words/fr.ts')).fr;
    case 'pt':
      return (await import('./words/pt.ts')).pt;
    case 'en':
      return (await import('./words/en.ts')).en;
  }
}
