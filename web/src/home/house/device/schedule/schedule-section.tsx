import type { Channel, Property } from '@azulejo/contract';
import { type Program, propertiesOf, type SwitchPoint } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type CSSProperties, lazy, Suspense, useId, useState } from 'react';
import { IconChevronRight } from '../../../../design/icons.generated.ts';
import { useValue } from '../../../data/live/use-value.ts';
import { useWrite } from '../../../data/live/use-write.ts';
import { type NumberView, numberView } from '../../../devices/controls/number-view.ts';
import { type ControlConfig, configOf, isOfClass } from '../../../devices/controls/property.ts';
import { PropertyNote } from '../../../devices/controls/property-note.tsx';
import type { Reading } from '../../../kit/formats/reading.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import hero from '../hero/hero.module.css';
import classes from './schedule.module.css';
import { daysText, minuteText, pointsText, todayIn } from './schedule-text.ts';
import type { ComponentSchedule } from './use-schedules.ts';

const ScheduleEditor = lazy(async () => ({
  default: (await import('./schedule-editor.tsx')).ScheduleEditor,
}));

type Props = ComponentSchedule & { channel: Channel; isOneOfSeveral: boolean };

/** Shows the schedules of a device; each of its parts may have one. */
export function Schedules({
  channel,
  schedules,
}: {
  channel: Channel;
  schedules: readonly ComponentSchedule[];
}) {
  return schedules.map((each) => (
    <ScheduleSection
      key={each.component.id}
      channel={channel}
      {...each}
      isOneOfSeveral={schedules.length > 1}
    />
  ));
}

/** Shows the week of a thermostat; each day is changed in a dialog. */
function ScheduleSection({ channel, component, schedule, isOneOfSeveral }: Props) {
  const id = useId();
  const reading = usePreferences();
  const [edited, setEdited] = useState<number>();
  const { programs } = schedule;
  const { numbers, config } = viewOf(propertiesOf(channel, component), schedule.step, reading);
  const all = programs.flatMap(({ points }) => points?.map(({ temperature }) => temperature) ?? []);
  const now = new Date();
  const today = todayIn(programs, now);
  return (
    <section className={hero.card} aria-labelledby={id}>
      <h2 id={id} className={hero.heading}>
        {isOneOfSeveral ? t`Schedule of ${{ part: component.label || component.id }}` : t`Schedule`}
      </h2>
      <ul className={classes.week}>
        {programs.map((program, index) => (
          <li key={daysText(program.days, reading, 'long')} data-today={index === today}>
            <Day
              program={program}
              numbers={numbers}
              reading={reading}
              onEdit={() => setEdited(index)}
              strip={{
                before: lastBefore(programs, index),
                coldest: Math.min(...all),
                warmest: Math.max(...all),
                now: index === today ? now.getHours() * 60 + now.getMinutes() : undefined,
              }}
            />
            {programs[index + 1]?.property !== program.property && (
              <Note channel={channel.id} component={component.id} property={program.property} />
            )}
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <Suspense fallback={null}>
          <ScheduleEditor
            channel={channel}
            component={component}
            schedule={schedule}
            edited={edited}
            numbers={numbers}
            config={config}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}

type DayProps = {
  program: Program;
  numbers: NumberView;
  reading: Reading;
  strip: Omit<Parameters<typeof ScheduleStrip>[0], 'points'>;
  onEdit: () => void;
};

function Day({ program, numbers, reading, strip, onEdit }: DayProps) {
  const { days, points, isWritable } = program;
  const day = daysText(days, reading, 'long');
  const content = (
    <>
      <span className={classes.day} aria-hidden="true">
        {daysText(days, reading, 'short')}
      </span>
      <span className={classes.program}>
        {points && points.length > 0 && <ScheduleStrip {...strip} points={points} />}
        <span className={classes.points} aria-hidden="true">
          {points?.map(({ minute, temperature }) => (
            <span key={minute}>
              {minuteText(minute, reading)}{' '}
              <b>{numbers.shown(temperature).toLocaleString(reading.locale)}°</b>
            </span>
          ))}
          {!points?.length && pointsText(points, numbers, reading)}
        </span>
      </span>
      <span className="visually-hidden">{`${day}: ${pointsText(points, numbers, reading)}`}</span>
    </>
  );
  if (!isWritable) return <div className={classes.row}>{content}</div>;
  return (
    <button type="button" className={classes.row} onClick={onEdit}>
      {content}
      <span className="visually-hidden">
        <Trans>Change</Trans>
      </span>
      <IconChevronRight size={18} aria-hidden="true" />
    </button>
  );
}

/** Shows the status of the property's last write. */
function Note(address: { channel: string; component: string; property: string }) {
  const { status } = useWrite(address);
  const value = useValue(address);
  return <PropertyNote value={value} status={status} isPending={status.state === 'pending'} />;
}

/** Returns how temperatures are shown and within which limits they are set: those of the target. */
function viewOf(
  properties: readonly Property[],
  step: number | undefined,
  reading: Reading,
): { numbers: NumberView; config: ControlConfig } {
  const target = properties.find((each) =>
    isOfClass(each, /\.climate\.(occupied|current)-heating-setpoint$/),
  );
  const { min = 5, max = 35, step: own = 0.5 } = target ? configOf(target) : {};
  const config = { min, max, step: step ?? own };
  const units = target?.unitsOptions ?? CELSIUS;
  return { config, numbers: numberView({ schema: 'temperature', unitsOptions: units }, config, reading) };
}

const CELSIUS = { vendorUnit: '°C', muzzleyUnit: '°C', targetMetric: '°C', targetImperial: '°F' };

function lastBefore(programs: readonly Program[], index: number): number | undefined {
  // Workdays and days off follow on each other in no fixed order.
  const isByName = Array.isArray(programs[index]?.days);
  const before = isByName ? programs.at(index - 1) : programs[index];
  return before?.points?.at(-1)?.temperature;
}

const DAY = 24 * 60;

type ScheduleStripProps = {
  points: readonly SwitchPoint[];
  /** The temperature with which the day begins: the last of the day before. */
  before: number | undefined;
  coldest: number;
  warmest: number;
  /** The minute of the day, if it is today. */
  now: number | undefined;
};

/** Shows a day from midnight to midnight: the warmer it is to be, the warmer the colour. */
function ScheduleStrip({ points, before, coldest, warmest, now }: ScheduleStripProps) {
  const starts = points[0]?.minute === 0 || before === undefined ? points : [startOfDay(before), ...points];
  return (
    <span className={classes.strip} aria-hidden="true">
      {starts.map(({ minute, temperature }, index) => (
        <span
          key={minute}
          style={
            {
              flexGrow: (starts[index + 1]?.minute ?? DAY) - minute,
              '--warmth': `${warmthOf(temperature, coldest, warmest)}%`,
            } as CSSProperties
          }
        />
      ))}
      {now !== undefined && <i style={{ left: `${(now / DAY) * 100}%` }} />}
    </span>
  );
}

const startOfDay = (temperature: number): SwitchPoint => ({ minute: 0, temperature });

const warmthOf = (temperature: number, coldest: number, warmest: number): number =>
  warmest > coldest ? Math.round(12 + (88 * (temperature - coldest)) / (warmest - coldest)) : 100;
