import type { Language } from '@azulejo/model';
import type { HistoryWords } from './en.ts';

/** Loads the words of one language, which are in a separate file. */
export async function loadHistory(language: Language): Promise<HistoryWords> {
  switch (language) {
    case 'de':
      return (await import('./de.ts')).de;
    case 'es':
      return (await import('./es.ts')).es;
    case 'fr':
      return (await import('./fr.ts')).fr;
    case 'pt':
      return (await import('./pt.ts')).pt;
    case 'en':
      return (await import('./en.ts')).en;
  }
}
