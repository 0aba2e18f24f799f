import type { Property } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { numberView, snapToStep, stepFrom } from '../../../devices/controls/number-view.ts';
import { configOf } from '../../../devices/controls/property.ts';
import type { ControlState } from '../../../devices/controls/use-control.ts';
import classes from './thermostat-hero.module.css';
import { usePull } from './use-pull.ts';

type Props = ControlState & { temperature: Property | undefined; now: unknown; isHeating: boolean };

const SIZE = 280;
const CENTRE = SIZE / 2;
const RADIUS = 116;
const START = 135;
const SWEEP = 270;

/** Returns the place on the arc for a share of it. */
function placeAt(share: number, radius = RADIUS): readonly [number, number] {
  const angle = ((START + share * SWEEP) * Math.PI) / 180;
  return [CENTRE + radius * Math.cos(angle), CENTRE + radius * Math.sin(angle)];
}

function arc(to: number): string {
  const [x1, y1] = placeAt(0);
  const [x2, y2] = placeAt(to);
  return `M${x1} ${y1}A${RADIUS} ${RADIUS} 0 ${to * SWEEP > 180 ? 1 : 0} 1 ${x2} ${y2}`;
}

/** Returns the share of the arc under a point of the dial; the gap below belongs to its nearer end. */
function shareAt(x: number, y: number): number {
  const angle = (Math.atan2(y * SIZE - CENTRE, x * SIZE - CENTRE) * 180) / Math.PI;
  const turned = (angle - START + 720) % 360;
  if (turned <= SWEEP) return turned / SWEEP;
  return turned - SWEEP < (360 - SWEEP) / 2 ? 1 : 0;
}

/** Shows the target temperature as an arc to turn, around the current temperature. */
export function Dial({ props, reading, temperature, now, isHeating }: Props) {
  const { label, config, value, numbers, send } = props;
  const { min = 5, max = 30 } = config;
  const known = typeof value === 'number' ? value : undefined;
  const { held, handlers } = usePull({
    limits: { min, max },
    valueAt: (x, y) => snapToStep(min + shareAt(x, y) * (max - min), config),
    stepped: (steps) =>
      known === undefined ? undefined : stepFrom(known, steps > 0 ? 1 : -1, numbers, config),
    onCommit: send,
  });
  const shown = held ?? known;
  const share = (at: number) => Math.min(1, Math.max(0, (at - min) / (max - min)));
  const degrees = (at: number) => `${numbers.shown(at).toLocaleString(reading.locale)}°`;
  const [handleX, handleY] = placeAt(share(shown ?? min));
  const measured =
    typeof now === 'number' && temperature
      ? `${numberView(temperature, configOf(temperature), reading).shown(now).toLocaleString(reading.locale)}°`
      : undefined;
  const isTurned = held !== undefined || measured === undefined;
  return (
    <div
      className={classes.dial}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={shown ?? min}
      aria-valuetext={shown === undefined ? t`Not known` : numbers.text(shown)}
      {...handlers}
    >
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <path className={classes.track} d={arc(1)} />
        {shown !== undefined && share(shown) > 0 && (
          <path className={classes.arc} data-heating={isHeating} d={arc(share(shown))} />
        )}
        <Ticks min={min} max={max} until={typeof now === 'number' ? now : min} />
        {shown !== undefined && (
          <>
            <circle className={classes.handle} cx={handleX} cy={handleY} r="15" />
            <circle className={classes.point} cx={handleX} cy={handleY} r="5" />
          </>
        )}
        <text className={classes.caption} x={CENTRE} y="104">
          {isTurned ? t`Target` : t`Now`}
        </text>
        <text className={classes.figure} x={CENTRE + 5} y="160">
          {isTurned ? (shown === undefined ? '–' : degrees(shown)) : measured}
        </text>
        <text className={classes.to} data-heating={isHeating} x={CENTRE} y="188">
          {known !== undefined && !isTurned && aimText(degrees(known), isHeating)}
        </text>
      </svg>
    </div>
  );
}

const aimText = (target: string, isHeating: boolean): string =>
  isHeating ? t`Heating to ${target}` : t`Target ${target}`;

const MAX_TICKS = 60;

function Ticks({ min, max, until }: { min: number; max: number; until: number }) {
  const count = Math.min(MAX_TICKS, Math.floor(max - min));
  return Array.from({ length: count + 1 }, (_, n) => {
    const at = min + n;
    const [x1, y1] = placeAt(n / count, RADIUS - 17);
    const [x2, y2] = placeAt(n / count, RADIUS - (at % 5 === 0 ? 24 : 20));
    return <line key={at} className={classes.tick} data-past={at <= until} x1={x1} y1={y1} x2={x2} y2={y2} />;
  });
}
