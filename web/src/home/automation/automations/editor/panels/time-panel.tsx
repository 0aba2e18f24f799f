import { parseOffset, WEEKDAYS, type Weekday } from '@azulejo/automations/definition';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import fields from '../../../../kit/ui/native-fields.module.css';
import { useEditor } from '../shared/editor-context.ts';
import { NowText } from '../shared/now-text.tsx';
import { clauseOf, valueAt } from '../state/path.ts';
import { partTextOf } from '../words/offers.ts';
import { Choices } from './choices.tsx';
import { DoneButton } from './done-button.tsx';
import { DurationField } from './duration-field.tsx';
import classes from './panels.module.css';

/** Chooses a time of day, the sun, or a window of the day, each with its days. */
export function TimePanel({ path }: { path: string }) {
  const { definition } = useEditor();
  const part = (valueAt(definition, path) ?? {}) as Readonly<Record<string, unknown>>;
  const isWindow = clauseOf(path) === 'onlyIf';
  const of = part['kind'] === 'sun' ? 'sun' : 'time';
  const time = part[of];
  return (
    <div className={classes.panel}>
      {typeof time === 'string' ? (
        <Light path={`${path}.sun`} />
      ) : isWindow ? (
        <Window path={`${path}.time`} />
      ) : of === 'time' ? (
        <TimeInput path={`${path}.time.at`} label={t({ message: 'Time', context: 'of day' })} isFirst />
      ) : (
        <Sun path={`${path}.sun`} />
      )}
      {typeof time !== 'string' && <DaysField path={`${path}.${of}.days`} />}
      {!isWindow && (
        <p className={classes.note}>
          <NowText path={path} />
        </p>
      )}
      <DoneButton path={path} />
    </div>
  );
}

function TimeInput({ path, label, isFirst = false }: { path: string; label: string; isFirst?: boolean }) {
  const { definition, set } = useEditor();
  const value = valueAt(definition, path);
  return (
    <label className={fields.field}>
      <span>{label}</span>
      <input
        type="time"
        className={fields.time}
        data-autofocus={isFirst || undefined}
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => currentTarget.value !== '' && set(path, currentTarget.value)}
      />
    </label>
  );
}

function Window({ path }: { path: string }) {
  return (
    <div className={classes.pair}>
      <TimeInput path={`${path}.from`} label={t({ message: 'From', context: 'time' })} isFirst />
      <TimeInput path={`${path}.to`} label={t({ message: 'To', context: 'time' })} />
    </div>
  );
}

function Light({ path }: { path: string }) {
  const { definition, set, wording } = useEditor();
  const textOf = (sun: 'up' | 'down') =>
    wording.speech.capital(partTextOf('onlyIf', { kind: 'sun', sun }, wording));
  return (
    <Choices
      isList
      label={t`Light outside`}
      value={valueAt(definition, path) === 'up' ? 'up' : 'down'}
      options={[
        { value: 'down', label: textOf('down') },
        { value: 'up', label: textOf('up') },
      ]}
      onChange={(next) => set(path, next)}
    />
  );
}

/** Chooses sunrise or sunset, and how long before or after it. */
function Sun({ path }: { path: string }) {
  const { definition, set, wording } = useEditor();
  const { sun } = wording.speech.words;
  const event = valueAt(definition, `${path}.event`) === 'sunrise' ? 'sunrise' : 'sunset';
  const offset = valueAt(definition, `${path}.offset`);
  const ms = parseOffset(offset) ?? 0;
  const side = ms === 0 ? 'at' : ms < 0 ? 'before' : 'after';
  const length = typeof offset === 'string' ? offset.replace('-', '') : 'PT15M';
  const offsetOf = (next: typeof side, duration = length) =>
    next === 'at' ? undefined : `${next === 'before' ? '-' : ''}${duration}`;
  const put = (value: string | undefined) => set(`${path}.offset`, value);
  return (
    <>
      <Choices
        label={t`Sun`}
        value={event}
        options={(['sunrise', 'sunset'] as const).map((value) => ({
          value,
          label: wording.speech.capital(sun[value]),
        }))}
        onChange={(next) => set(`${path}.event`, next)}
      />
      <Choices
        label={t`Before or after`}
        value={side}
        options={[
          { value: 'before', label: t`Before` },
          { value: 'at', label: t`At that time` },
          { value: 'after', label: t`After` },
        ]}
        onChange={(next) => put(offsetOf(next))}
      />
      {side !== 'at' && (
        <DurationField label={t`How long`} value={length} onChange={(next) => put(offsetOf(side, next))} />
      )}
    </>
  );
}

/** 2000-01-03 was a Monday. */
const MONDAY = Date.UTC(2000, 0, 3);
const DAY_MS = 86_400_000;

/** Chooses days of the week with seven switches; none chosen means every day. */
function DaysField({ path }: { path: string }) {
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
