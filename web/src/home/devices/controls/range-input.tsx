import { t } from '@lingui/core/macro';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import classes from './sliders.module.css';

type Props = {
  label: string;
  min: number;
  max: number;
  step: number;
  /** Undefined if no value is known. */
  value: number | undefined;
  isDisabled: boolean;
  textOf: (value: number) => string;
  /** Called while it is moved. */
  onMove?: (value: number) => void;
  /** Called when it is released, and at each step by key. */
  onCommit: (value: number) => void;
  /** Colours of the track; by default it is filled up to the thumb. */
  track?: string;
};

/** Shows a slider that writes when it is released. */
export function RangeInput({
  label,
  min,
  max,
  step,
  value,
  isDisabled,
  textOf,
  onMove,
  onCommit,
  track,
}: Props) {
  const [held, setHeld] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  const commit = useRef(onCommit);
  commit.current = onCommit;
  useEffect(() => {
    const element = input.current;
    // React's onChange is the event "input"; the browser's own "change" marks the end of a move.
    const end = () => {
      setHeld(undefined);
      commit.current(Number(element?.value));
    };
    element?.addEventListener('change', end);
    return () => element?.removeEventListener('change', end);
  }, []);
  const shown = held ?? value;
  const place = Math.min(Math.max(shown ?? min, min), max);
  const share = max > min ? (place - min) / (max - min) : 0;
  return (
    <input
      ref={input}
      type="range"
      className={classes.range}
      data-known={shown !== undefined}
      data-painted={track !== undefined}
      style={{ '--share': share, '--track': track } as CSSProperties}
      min={min}
      max={max}
      step={step}
      value={place}
      disabled={isDisabled}
      aria-label={label}
      aria-valuetext={shown === undefined ? t`Not known` : textOf(shown)}
      onChange={({ currentTarget }) => {
        setHeld(Number(currentTarget.value));
        onMove?.(Number(currentTarget.value));
      }}
    />
  );
}
