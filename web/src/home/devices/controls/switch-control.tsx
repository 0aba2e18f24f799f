import { t } from '@lingui/core/macro';
import { Switch } from '../../kit/ui/switch.tsx';
import type { ControlProps } from './control-props.ts';
import fields from './fields.module.css';
import classes from './switch-control.module.css';

/** Switches on or off, in the words of the property. A write-only value has a button for each. */
export function SwitchControl({
  label,
  config,
  value,
  isWriteOnly,
  isMember,
  isDisabled,
  send,
}: ControlProps) {
  const words = { on: config.on || t`On`, off: config.off || t`Off` };
  if (isWriteOnly && !isMember)
    return (
      <fieldset className={fields.choices} aria-label={label} disabled={isDisabled}>
        <button type="button" className={fields.choice} onClick={() => send(true)}>
          {words.on}
        </button>
        <button type="button" className={fields.choice} onClick={() => send(false)}>
          {words.off}
        </button>
      </fieldset>
    );
  const isKnown = typeof value === 'boolean';
  return (
    <Switch
      isOn={isKnown ? value : undefined}
      label={isKnown ? `${label}: ${value ? words.on : words.off}` : t`${label}: not known`}
      isDisabled={isDisabled}
      onChange={send}
    >
      <span className={classes.word}>
        {isKnown ? (value ? words.on : words.off) : isMember ? t`Not set` : '–'}
      </span>
    </Switch>
  );
}
