import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import classes from './composite-control.module.css';
import { Control } from './control.tsx';
import type { ControlProps } from './control-props.ts';
import fields from './fields.module.css';
import type { NumberView } from './number-view.ts';
import type { ControlConfig } from './property.ts';

type Member = { readonly id: string; readonly controlInterface: string; readonly config: ControlConfig };
type Members = Readonly<Record<string, unknown>>;

const SECRET = /password|pin code|passphrase/i;

const isSecret = ({ label }: ControlConfig, id: string): boolean => SECRET.test(label ?? id);

/**
 * Converts a code, which is typed as text. Some devices take codes as numbers, and these never begin with a
 * zero.
 */
function ofDevice(data: unknown, members: readonly Member[], id: string): unknown {
  const member = members.find((each) => each.id === id);
  const isNumber = member?.controlInterface === 'number' && isSecret(member.config, id);
  return isNumber && typeof data === 'string' && /^(0|[1-9]\d*)$/.test(data) ? Number(data) : data;
}

/** Controls for values that are set together with one button. */
export function CompositeControl({
  members,
  viewOf,
  ...props
}: ControlProps & { members: readonly Member[]; viewOf: (config: ControlConfig) => NumberView }) {
  const { label, value, isDisabled, send } = props;
  const [draft, setDraft] = useState<Members>({});
  const [faulty, setFaulty] = useState<ReadonlySet<string>>(new Set());
  const known = typeof value === 'object' && value !== null ? (value as Members) : {};
  const isChanged = Object.keys(draft).length > 0;
  const submit = () => {
    const entries = Object.entries({ ...known, ...draft });
    send(Object.fromEntries(entries.map(([id, data]) => [id, ofDevice(data, members, id)])));
    setDraft({});
  };
  const mark = (id: string) => (isFaulty: boolean) =>
    setFaulty((before) => new Set([...before].filter((each) => each !== id).concat(isFaulty ? id : [])));
  return (
    <fieldset className={classes.members} aria-label={label}>
      {members.map(({ id, controlInterface, config }) => (
        <div key={id} className={classes.member}>
          <span>{config.label ?? id}</span>
          <Control
            {...props}
            kind={isSecret(config, id) ? 'text' : controlInterface}
            label={`${label}: ${config.label ?? id}`}
            config={config}
            value={draft[id] ?? known[id]}
            numbers={viewOf(config)}
            isMember
            isSecret={isSecret(config, id)}
            onFault={mark(id)}
            send={(data) => setDraft((before) => ({ ...before, [id]: data }))}
          />
        </div>
      ))}
      <div className={fields.choices}>
        <button
          type="button"
          className={fields.choice}
          data-strong
          disabled={isDisabled || !isChanged || faulty.size > 0}
          aria-label={t`${label}: set`}
          onClick={submit}
        >
          <Trans>Set</Trans>
        </button>
      </div>
    </fieldset>
  );
}
