import { WEEKDAYS, type Weekday } from '@azulejo/automations/definition';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useEditor } from '../shared/editor-context.ts';
import { valueAt } from '../state/path.ts';
import classes from './panels.module.css';

/** 2000-01-03 was a Monday. */
const MONDAY = Date.UTC(2000, 0, 3);
const DAY_MS = 86_400_000;

/** Chooses days of the week with seven switches; none chosen means every day. */
export function DaysField({ path }: { path: string }) {
  const { definition, set } = useEditor();
  const given = valueAt(definition, path);
  const days: readonly unknown[] = Array.isArray(given) ? given : WEEKDAYS;
  const write = (next: readonly Weekday[]) =>
    set(path, next.length === 0 || next.length === WEEKDAYS.length ? undefined : next);
  return (
    <fieldset className={classes.days} aria-label={t`Days`}>
      {WEEKDAYS.map((day, index) => {
        const isOn = days.includes(day);
        return (
          <button
            key={day}
            type="button"
            aria-pressed={isOn}
            title={dayName(index, 'long')}
            onClick={() => write(WEEKDAYS.filter((each) => (each === day ? !isOn : days.includes(each))))}
          >
            {dayName(index, 'short')}
          </button>
        );
      })}
    </fieldset>
  );
}

const dayName = (index: number, weekday: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(i18n.locale || 'en', { weekday, timeZone: 'UTC' }).format(MONDAY + index * DAY_MS);
