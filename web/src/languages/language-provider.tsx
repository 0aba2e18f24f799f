import { chooseLanguage, type Language } from '@azulejo/model';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Fragment, type ReactNode, useEffect, useSyncExternalStore } from 'react';

type Options = {
  /** The person's locale, for example `pt-PT`. */
  readonly locale: string;
  readonly show: (language: Language) => Promise<void>;
  readonly children: ReactNode;
};

const subscribe = (listener: () => void) => i18n.on('change', listener);
const activeLanguage = () => i18n.locale;

/** Provides the messages of the person's language; a change of language renders everything again. */
export function LanguageProvider({ locale, show, children }: Options) {
  const active = useSyncExternalStore(subscribe, activeLanguage);
  const wanted = chooseLanguage([locale, ...navigator.languages]) ?? 'en';
  useEffect(() => {
    // Without a connection the present language stays.
    if (wanted !== i18n.locale) show(wanted).catch(() => {});
  }, [wanted, show]);
  return (
    <I18nProvider i18n={i18n}>
      <Fragment key={active}>{children}</Fragment>
    </I18nProvider>
  );
}
