import type { HomeTime } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormError } from '../../../design/form-error.tsx';
import { useSession } from '../../data/session/session.ts';
import { formatTime } from '../../kit/formats/format-time.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import { Switch } from '../../kit/ui/switch.tsx';
import { homeTimeQuery } from '../preferences/home-place.ts';
import { usePreferencesStore } from '../preferences/preferences-store.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { zoneLabel } from '../preferences/zones.ts';
import type { Choice } from './choice.ts';
import classes from './place.module.css';
import { formatOf, sunsetText } from './sun-text.ts';
import { sunTimes } from './sun-times.ts';
import { countryName } from './towns.ts';

type Props = { choice: Choice; onChange: () => void; onSaved: () => void };

/** Shows today's sun at the chosen place, so that a wrong one is noticed, and stores it. */
export function ChosenPlace({ choice, onChange, onSaved }: Props) {
  const reading = usePreferences();
  const { data: time } = useQuery(homeTimeQuery(useSession()));
  const [takesZone, setTakesZone] = useState(true);
  const save = useSavePlace(onSaved);
  const { town, latitude, longitude } = choice;
  const other = time && otherZone(time, choice);
  const submit = () =>
    save.mutate({
      latitude,
      longitude,
      address: `${town.name}, ${countryName(town.country, reading.locale)}`,
      ...(other !== undefined && { zone: takesZone ? null : other }),
    });
  return (
    <div className={classes.content}>
      <div className={classes.card}>
        <div className={classes.head}>
          <div>
            <p className={classes.name}>
              {choice.by === 'town' ? town.name : t`About ${{ town: town.name }}`}
            </p>
            <p className={classes.hint}>{originOf(choice, reading)}</p>
          </div>
          <Button variant="default" onClick={onChange}>
            <Trans>Change</Trans>
          </Button>
        </div>
        <SunArc choice={choice} />
        <p className={classes.times}>{sunsetText(choice, reading)}</p>
      </div>
      {other !== undefined && (
        <ZoneChoice zone={other} choice={choice} takesZone={takesZone} onChange={setTakesZone} />
      )}
      <FormError error={save.error} />
      <Button fullWidth size="lg" data-autofocus loading={save.isPending} disabled={!time} onClick={submit}>
        <Trans>Save</Trans>
      </Button>
    </div>
  );
}

/**
 * Returns the time zone of the home if it is another one than that of the place. That of the server is nobody's
 * choice.
 */
function otherZone({ timezone, source }: HomeTime, { town }: Choice): string | undefined {
  return source === 'server' || timezone === town.zone ? undefined : timezone;
}

type ZoneProps = { zone: string; choice: Choice; takesZone: boolean; onChange: (takes: boolean) => void };

function ZoneChoice({ zone, choice: { town }, takesZone, onChange }: ZoneProps) {
  const { name } = town;
  const [own, its] = [zoneLabel(zone), zoneLabel(town.zone)];
  return (
    <div className={classes.other}>
      <p>{t`Automations run by the time of ${own}. ${name} has that of ${its}.`}</p>
      <div className={classes.take}>
        <label htmlFor="take-zone">{t`Take the time zone of ${name} too`}</label>
        <Switch id="take-zone" isOn={takesZone} onChange={onChange} />
      </div>
    </div>
  );
}

const KILOMETRE = 1_000;
const MILE = 1_609;

function originOf({ by, town, accuracy = 0 }: Choice, { locale, units }: Reading): string {
  if (by === 'town') return countryName(town.country, locale);
  const zone = zoneLabel(town.zone);
  if (by === 'zone') return t`Middle of ${zone}`;
  const length = lengthText(accuracy, units, locale);
  return t`From this device, to ${length}`;
}

/** Returns how exact a position is: `150 m`, `2 km`. */
function lengthText(metres: number, units: Reading['units'], locale: string): string {
  const [unit, amount] =
    units === 'imperial'
      ? (['mile', Math.max(metres / MILE, 0.1)] as const)
      : metres < KILOMETRE
        ? (['meter', Math.max(Math.round(metres / 10) * 10, 10)] as const)
        : (['kilometer', metres / KILOMETRE] as const);
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, format).format(amount);
}

const WIDTH = 412;
const HEIGHT = 118;
const EDGE = 8;
const HORIZON = 92;
const TOP = 18;
const HOUR_MS = 3_600_000;
/** The times below the horizon keep this distance, so that they do not overlap in winter. */
const LEAST_APART = 64;

/** Draws the way of the sun over the horizon today, and where it is now; nothing in the polar day and night. */
function SunArc({ choice, now = Date.now() }: { choice: Choice; now?: number }) {
  const format = formatOf(choice, usePreferences());
  const { sunrise, sunset } = sunTimes(choice, now);
  if (!sunrise || !sunset) return null;
  const noon = (sunrise.getTime() + sunset.getTime()) / 2;
  const xOf = (at: number) => WIDTH / 2 + ((at - noon) / (24 * HOUR_MS)) * (WIDTH - 2 * EDGE);
  const [rise, set] = [xOf(sunrise.getTime()), xOf(sunset.getTime())];
  const part = (now - sunrise.getTime()) / (sunset.getTime() - sunrise.getTime());
  const isUp = part > 0 && part < 1;
  const sun = { x: rise + (set - rise) * part, y: HORIZON - (HORIZON - TOP) * 4 * part * (1 - part) };
  const path = `M${rise} ${HORIZON}Q${WIDTH / 2} ${2 * TOP - HORIZON} ${set} ${HORIZON}`;
  const apart = Math.max(0, LEAST_APART - (set - rise)) / 2;
  const [from, to] = [formatTime(sunrise, format), formatTime(sunset, format)];
  return (
    <svg
      className={classes.arc}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t`Sunrise ${from}, sunset ${to}`}
    >
      <path className={classes.day} d={path} />
      <path className={classes.way} d={path} />
      <line className={classes.horizon} x1={EDGE} x2={WIDTH - EDGE} y1={HORIZON} y2={HORIZON} />
      {isUp && <circle className={classes.sun} cx={sun.x} cy={sun.y} r="11" />}
      <circle className={classes.turn} cx={rise} cy={HORIZON} r="4" />
      <circle className={classes.turn} cx={set} cy={HORIZON} r="4" />
      <text x={rise - apart} y={HEIGHT - 6}>
        {from}
      </text>
      <text x={set + apart} y={HEIGHT - 6}>
        {to}
      </text>
    </svg>
  );
}

type NewPlace = {
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string;
  /** The time zone to choose; null for that of the place. Without it the choice stays as it is. */
  readonly zone?: string | null;
};

/** Stores where the home is. */
function useSavePlace(onSaved: () => void) {
  const { client } = useSession();
  const queries = useQueryClient();
  const preferences = usePreferencesStore();
  return useMutation({
    mutationFn: async ({ zone, ...position }: NewPlace) => {
      await client.places.update({ user_id: 'me', place_id: 'home', ...position });
      if (zone !== undefined) await preferences.change({ home_timezone: zone });
    },
    onSuccess: async () => {
      // Much depends on it: times, who is at home, and the check of an automation that needs the sun.
      await queries.invalidateQueries();
      onSaved();
    },
  });
}
