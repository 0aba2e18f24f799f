import { t } from '@lingui/core/macro';
import { type PointerEvent, useRef, useState } from 'react';
import { IconChevronRight, IconLock, IconLockOpen } from '../../../../design/icons.generated.ts';
import { PatternWall } from '../../../../design/patterns.tsx';
import type { ControlState } from '../../../devices/controls/use-control.ts';
import type { Section } from '../../../devices/tiles/arrangement.ts';
import { useRooms } from '../../../devices/tiles/rooms.ts';
import { formatSince } from '../../../kit/formats/format-since.ts';
import classes from './hero.module.css';
import lock from './lock-hero.module.css';
import { type HeroProps, Part } from './part.tsx';

/** Shows a lock. A slide to the end, or a press that asks first, unlocks it; a press locks it immediately. */
export function LockHero(props: HeroProps) {
  const { locked } = props.hero.parts;
  const pattern = usePatternOf(props.channel.id);
  if (!locked) return null;
  return (
    <Part hero={props} property={locked} className={lock.hero}>
      {(control) => <Lock {...control} pattern={pattern} />}
    </Part>
  );
}

/** Returns the pattern of the room where the device is. */
function usePatternOf(channelId: string): number {
  const isHere = ({ tiles }: Section) => tiles.some(({ channel }) => channel === channelId);
  return useRooms().find(({ area }) => [area, ...area.groups].some(isHere))?.pattern ?? 0;
}

type LockProps = ControlState & { pattern: number };

function Lock({ props, value, reading, sendNow, pattern }: LockProps) {
  const { label, config, value: isLocked, send } = props;
  const words = { on: config.on || t`Locked`, off: config.off || t`Unlocked` };
  const text = typeof isLocked !== 'boolean' ? t`Not known yet` : isLocked ? words.on : words.off;
  const Icon = isLocked === false ? IconLockOpen : IconLock;
  const slide = useSlide(() => sendNow(false));
  const mayUnlock = isLocked !== false;
  return (
    <>
      <span className={lock.picture} data-open={isLocked === false} aria-hidden="true">
        {mayUnlock && <PatternWall index={pattern} />}
        <span>
          <Icon size={36} stroke={1.6} />
        </span>
      </span>
      <p className={classes.headline}>{text}</p>
      <p className={classes.state}>{value ? t`Since ${{ time: formatSince(value.since, reading) }}` : ''}</p>
      <div ref={slide.track} className={lock.track} data-locked={mayUnlock}>
        {mayUnlock && <PatternWall index={pattern} className={lock.painted} />}
        <span className={lock.hint} aria-hidden="true">
          {mayUnlock ? t`Slide to unlock` : t`Press to lock`}
        </span>
        <button
          type="button"
          role="switch"
          className={lock.knob}
          style={{ translate: mayUnlock ? `${slide.moved}px` : undefined }}
          aria-checked={isLocked === true}
          aria-label={`${label}: ${text}`}
          data-held={slide.isHeld}
          {...(mayUnlock && slide.handlers)}
          onClick={() => !slide.takeMoved() && send(isLocked !== true)}
        >
          <Icon size={24} stroke={1.7} aria-hidden="true" />
        </button>
        {mayUnlock && (
          <span className={lock.go} aria-hidden="true">
            <IconChevronRight size={22} />
            <IconChevronRight size={22} />
          </span>
        )}
      </div>
    </>
  );
}

/** Pixels from the track's end at which it counts as reached. */
const NEAR_PX = 6;
/** A press may tremble by this much. */
const STILL_PX = 4;

/** Follows the knob along its track, and acts only when it is released at the end. */
function useSlide(onEnd: () => void) {
  const track = useRef<HTMLDivElement>(null);
  const from = useRef<number>(undefined);
  const wasMoved = useRef(false);
  const [moved, setMoved] = useState(0);
  const [isHeld, setIsHeld] = useState(false);
  const room = (knob: Element) =>
    (track.current?.clientWidth ?? 0) - knob.clientWidth - 2 * (knob as HTMLElement).offsetLeft;
  const letGo = () => {
    from.current = undefined;
    setMoved(0);
    setIsHeld(false);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = event.clientX;
      wasMoved.current = false;
      setIsHeld(true);
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current === undefined) return;
      const way = Math.min(room(event.currentTarget), Math.max(0, event.clientX - from.current));
      wasMoved.current ||= way > STILL_PX;
      setMoved(way);
    },
    onPointerUp: (event: PointerEvent) => {
      if (from.current === undefined) return;
      const isAtEnd = event.clientX - from.current >= room(event.currentTarget) - NEAR_PX;
      letGo();
      if (isAtEnd) onEnd();
    },
    onPointerCancel: letGo,
  };
  /** Returns whether the click is the end of a slide, which is no press. */
  const takeMoved = () => {
    const was = wasMoved.current;
    wasMoved.current = false;
    return was;
  };
  return { track, moved, isHeld, handlers, takeMoved };
}
