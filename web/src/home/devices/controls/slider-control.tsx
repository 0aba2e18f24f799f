import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { ControlProps } from './control-props.ts';
import fields from './fields.module.css';
import type { Option } from './property.ts';
import { RangeInput } from './range-input.tsx';
import classes from './sliders.module.css';

const FROM_COOL_TO_WARM = 'linear-gradient(to right, #cfe3ff, #ffffff 35%, #ffe2b0 70%, #ffb45e)';

/**
 * Removes presets with the same value. Makers give one value several names, and both would appear selected.
 */
const distinct = (presets: readonly Option[]): readonly Option[] =>
  [...new Map(presets.toReversed().map((each) => [each.value, each])).values()].toReversed();

/** Edits a number within limits, with named presets if there are any. */
export function SliderControl(props: ControlProps & { isWhite?: boolean }) {
  const { label, config, value, numbers, isDisabled, send, isWhite = false } = props;
  const [moved, setMoved] = useState<number>();
  const { min = 0, max = 100, step = 1 } = config;
  const presets = distinct(config.presets ?? []);
  const known = typeof value === 'number' ? value : undefined;
  const shown = moved ?? known;
  // A preset beyond the limits is shown by its name: "Previous" of a lamp, "Disabled" of a limit.
  const textOf = (at: number) =>
    at < min || at > max
      ? (presets.find((each) => each.value === at)?.label ?? numbers.text(at))
      : numbers.text(at);
  const text = shown === undefined ? '–' : textOf(shown);
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
          textOf={textOf}
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
        <fieldset className={fields.choices} aria-label={t`${label}: choices`}>
          {presets.map((each) => (
            <button
              key={String(each.value)}
              type="button"
              className={fields.choice}
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
