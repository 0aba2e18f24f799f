import { usePreferences } from '../../../person/preferences/use-preferences.ts';

/** Shows a day such as `Sunday 22 November`. */
export function DayHeading({ at }: { at: number }) {
  const { locale } = usePreferences();
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  return <h3>{format.format(at)}</h3>;
}
