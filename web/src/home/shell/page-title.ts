import { useEffect } from 'react';

/** The document's title, for pages without a name of their own. */
const plain = document.title;
let ofPage = plain;
let ofAlarms = '';

function show(): void {
  document.title = ofAlarms === '' ? ofPage : `${ofAlarms} – ${ofPage}`;
}

/** Sets the window's title to the name of the page while it is shown, after any active alarms. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    ofPage = `${name} – Azulejo`;
    show();
    return () => {
      ofPage = plain;
      show();
    };
  }, [name]);
}

/** Puts active alarms before the name of the page; an empty text removes them. */
export function nameAlarms(text: string): void {
  ofAlarms = text;
  show();
}
