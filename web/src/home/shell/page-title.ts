import { useEffect } from 'react';

/** The document's title, for pages without a name of their own. */
const plain = document.title;
let ofPage = plain;
let ofAlarms = '';

function show(): void {
  document.title = ofAlarms === '' ? ofPage : `${ofAlarms} – ${ofPage}`;
}

/** Names the page in the title of the window while it is shown, after the alarms that there are. */
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

/** Puts alarms before the name of the page; none for an empty text. */
export function nameAlarms(text: string): void {
  ofAlarms = text;
  show();
}
