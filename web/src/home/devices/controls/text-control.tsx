import { Trans } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { ControlProps } from './control-props.ts';
import classes from './fields.module.css';

const LONGEST = 4096;

/** Edits a text, which Enter or the button sends. */
export function TextControl({ label, value, isDisabled, isMember, isSecret, send }: ControlProps) {
  const [typed, setTyped] = useState<string>();
  const known = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === undefined) return;
    setTyped(undefined);
    send(typed);
  };
  const input = (
    <input
      type={isSecret ? 'password' : 'text'}
      className={classes.text}
      inputMode={/\bpin\b/i.test(label) ? 'numeric' : undefined}
      autoComplete={isSecret ? 'new-password' : 'off'}
      maxLength={LONGEST}
      aria-label={label}
      disabled={isDisabled}
      value={typed ?? known}
      onChange={({ currentTarget }) => (isMember ? send(currentTarget.value) : setTyped(currentTarget.value))}
      onKeyDown={({ key }) => key === 'Escape' && setTyped(undefined)}
    />
  );
  if (isMember) return input;
  return (
    <form className={classes.entry} onSubmit={submit}>
      {input}
      <button type="submit" className={classes.choice} disabled={isDisabled || typed === undefined}>
        <Trans>Set</Trans>
      </button>
    </form>
  );
}
