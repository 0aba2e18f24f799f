import { useState } from 'react';
import { Control } from './control.tsx';
import type { ControlProps } from './control-props.ts';
import classes from './controls.module.css';
import type { NumberView } from './number-view.ts';
import type { ControlConfig } from './property.ts';

type Member = { readonly id: string; readonly controlInterface: string; readonly config: ControlConfig };
type Members = Readonly<Record<string, unknown>>;

const SECRET = /password|pin code|passphrase/i;

/** Values that are set together, by one push. */
export function CompositeControl({
  members,
  viewOf,
  ...props
}: ControlProps & { members: readonly Member[]; viewOf: (config: ControlConfig) => NumberView }) {
  const { label, value, isDisabled, send } = props;
  const [draft, setDraft] = useState<Members>({});
  const known = typeof value === 'object' && value !== null ? (value as Members) : {};
  const isChanged = Object.keys(draft).length > 0;
  const submit = () => {
    send({ ...known, ...draft });
    setDraft({});
  };
  return (
    <fieldset className={classes.members} aria-label={label}>
      {members.map(({ id, controlInterface, config }) => (
        <div key={id} className={classes.member}>
          <span>{config.label ?? id}</span>
          <Control
            {...props}
            kind={controlInterface}
            label={`${label}: ${config.label ?? id}`}
            config={config}
            value={draft[id] ?? known[id]}
            numbers={viewOf(config)}
            isMember
            isSecret={SECRET.test(config.label ?? id)}
            send={(data) => setDraft((before) => ({ ...before, [id]: data }))}
          />
        </div>
      ))}
      <div className={classes.choices}>
        <button
          type="button"
          className={classes.choice}
          data-strong
          disabled={isDisabled || !isChanged}
          aria-label={`${label}: set`}
          onClick={submit}
        >
          Set
        </button>
      </div>
    </fieldset>
  );
}
