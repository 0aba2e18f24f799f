import { createContext, useEffect } from 'react';
import { useRequired } from '../../../design/use-required.ts';

/** Creates the window's title: active alarms, then the name of the page. */
export function createPageTitle(window: { title: string }) {
  /** The document's title, for pages without a name of their own. */
  const plain = window.title;
  let ofPage = plain;
  let ofAlarms = '';
  const show = () => {
    window.title = ofAlarms === '' ? ofPage : `${ofAlarms} – ${ofPage}`;
  };
  return {
    /** Sets the name of the page; undefined for pages without one. */
    namePage: (name: string | undefined): void => {
      ofPage = name === undefined ? plain : `${name} – Azulejo`;
      show();
    },
    /** Puts active alarms before the name of the page; an empty text removes them. */
    nameAlarms: (text: string): void => {
      ofAlarms = text;
      show();
    },
  };
}

export type PageTitle = ReturnType<typeof createPageTitle>;

export const PageTitleContext = createContext<PageTitle | undefined>(undefined);

export const usePageTitleStore = (): PageTitle => useRequired(PageTitleContext, 'PageTitleContext');

/** Sets the window's title to the name of the page while it is shown, after any active alarms. */
export function usePageTitle(name: string | undefined): void {
  const { namePage } = usePageTitleStore();
  useEffect(() => {
    if (!name) return;
    namePage(name);
    return () => namePage(undefined);
  }, [name, namePage]);
}
