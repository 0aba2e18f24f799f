import { t } from '@lingui/core/macro';
import type { ControlProps } from './control-props.ts';
import classes from './fields.module.css';

/** Shows a button for a value that is only written. */
export function ButtonControl({ label, config, isDisabled, send }: ControlProps) {
  const text = config.label || t`Send`;
  return (
    <button
      type="button"
      className={classes.choice}
      aria-label={text === label ? text : `${label}: ${text}`}
      disabled={isDisabled}
      onClick={() => send(config.value ?? true)}
    >
      {text}
    </button>
  );
}
