import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { ConditionIcon } from '../../../tiles/kind-icon.tsx';
import { useLiveHome } from '../../data/live/live-home.ts';
import { isOutside } from '../../devices/summary/summarize.ts';
import { useChips, useRoomSummary } from '../../devices/summary/summary-provider.tsx';
import { useRooms } from '../../devices/tiles/rooms.ts';
import { formatSince } from '../../kit/formats/format-since.ts';
import { formatTime } from '../../kit/formats/format-time.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import { pinPrompt } from '../../tablet/wall-tablet/pin-prompt.ts';
import { type Alarm, useAlarms } from '../alarms/use-alarms.ts';
import classes from './dim-view.module.css';

const MINUTE_MS = 60_000;
/** Pixels by which the clock wanders within ten minutes, so that it does not burn into the screen. */
const DRIFT_PX = 3;

/**
 * Shows a clock on a wall tablet while nobody uses it. It is a modal dialog, so that the controls beneath get neither
 * touches nor keys. Only the end of a touch closes it: the click that would follow has happened by then.
 */
export function DimView({ onWake }: { onWake: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { ticks } = useLiveHome();
  useSyncExternalStore(ticks.watch, ticks.current);
  const reading = usePreferences();
  const alarms = useAlarms();
  useEffect(() => {
    // The tablet dims when it is not used, so the prompt for a PIN ends.
    pinPrompt.end(false);
    const own = dialog.current;
    own?.showModal();
    return () => own?.close();
  }, []);
  const now = Date.now();
  const drift = (Math.floor(now / MINUTE_MS) % 10) * DRIFT_PX;
  return createPortal(
    <dialog ref={dialog} className={classes.view} aria-label={t`Clock`} onClose={onWake}>
      <button
        type="button"
        className={classes.wake}
        aria-label={t`Back to the home`}
        onClick={onWake}
        onKeyDown={onWake}
      />
      {alarms.length > 0 && <Alarms alarms={alarms} reading={reading} />}
      <div className={classes.calm} style={{ translate: `${drift}px ${drift}px` }}>
        <time className={classes.time} dateTime={new Date(now).toISOString()}>
          {formatTime(now, reading)}
        </time>
        <p className={classes.date}>{formatDay(now, reading)}</p>
        <Temperatures />
      </div>
    </dialog>,
    document.body,
  );
}

const formatDay = (now: number, { locale }: Reading): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(now);

/** Shows all alarms at full brightness. */
function Alarms({ alarms, reading }: { alarms: readonly Alarm[]; reading: Reading }) {
  return (
    <div role="alert" className={classes.alarms}>
      <ul>
        {alarms.map(({ key, text, tile, condition: { kind, since } }) => (
          <li key={key}>
            <ConditionIcon kind={kind} />
            <p>
              <strong>{text}</strong>
              <span>
                {since !== undefined && `${t`Since ${{ time: formatSince(since, reading) }}`} · `}
                {tile.label}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows the temperatures of the chips: those of the rooms, and that outdoors. */
function Temperatures() {
  const inside = useChips()?.find(({ filter }) => filter === 'climate')?.text;
  const rooms = useRooms();
  const outside = rooms.find(({ area }) => isOutside(area.group.label))?.area.group.id;
  const measured = useRoomSummary(outside ?? '')?.temperature;
  return (
    <dl className={classes.temperatures}>
      {inside && (
        <div>
          <dt>
            <Trans>Inside</Trans>
          </dt>
          <dd>{inside}</dd>
        </div>
      )}
      {measured && (
        <div>
          <dt>
            <Trans>Outside</Trans>
          </dt>
          <dd>{measured}</dd>
        </div>
      )}
    </dl>
  );
}
