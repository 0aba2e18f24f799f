import { chooseLanguage } from '@azulejo/model';
import type { ReactNode } from 'react';
import { showHomeIn } from '../../../languages/home-catalogue.ts';
import { LanguageProvider } from '../../../languages/language-provider.tsx';
import { usePreferences, usePreferencesDocument } from '../../person/preferences/use-preferences.ts';

/** Shows Home in the language of the person's preferences, or else of the browser. */
export function HomeLanguage({ children }: { children: ReactNode }) {
  const { locale } = usePreferences();
  const { language = '' } = usePreferencesDocument();
  return (
    <LanguageProvider locale={chooseLanguage([language, locale]) ?? locale} show={showHomeIn}>
      {children}
    </LanguageProvider>
  );
}
