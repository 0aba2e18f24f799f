import { useState } from 'react';
import type { ControlProps } from './control-props.ts';
import classes from './controls.module.css';
import { RangeInput } from './range-input.tsx';

const FROM_COOL_TO_WARM = 'linear-gradient(to right, #cfe3ff, #ffffff 35%, #ffe2b0 70%, #ffb45e)';

/** A number within limits, with named values where there are some. */
export function SliderControl(props: ControlProps & { isWhite?: boolean }) {
  const { label, config, value, numbers, isDisabled, send, isWhite = false } = props;
  const [moved, setMoved] = useState<number>();
  const { min = 0, max = 100, step = 1, presets = [] } = config;
  const known = typeof value === 'number' ? value : undefined;
  const preset = presets.find((each) => each.value === known);
  const shown = moved ?? known;
  const text = moved === undefined && preset ? preset.label : shown === undefined ? '–' : numbers.text(shown);
  return (
    <div className={classes.stack}>
      <div className={classes.slider}>
        <RangeInput
          label={label}
          min={min}
          max={max}
          step={step}
          value={known}
          isDisabled={isDisabled}
          textOf={(at) => presets.find((each) => each.value === at)?.label ?? numbers.text(at)}
          onMove={setMoved}
          onCommit={(at) => {
            setMoved(undefined);
            send(at);
          }}
          track={isWhite ? FROM_COOL_TO_WARM : undefined}
        />
        <output className={classes.figure}>{text}</output>
      </div>
      {presets.length > 0 && (
        <fieldset className={classes.choices} aria-label={`${label}: choices`}>
          {presets.map((each) => (
            <button
              key={String(each.value)}
              type="button"
              className={classes.choice}
              aria-pressed={each.value === known}
              disabled={isDisabled}
              onClick={() => send(each.value)}
            >
              {each.label}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
