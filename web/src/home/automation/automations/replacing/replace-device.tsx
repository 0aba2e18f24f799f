import type { AutomationReplacement } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormError } from '../../../../design/form-error.tsx';
import { notify } from '../../../../design/notify.ts';
import { IconAlertTriangle } from '../../../../design/page-icons.generated.ts';
import { useHome } from '../../../data/live/use-home.ts';
import { useSession } from '../../../data/session/session.ts';
import fields from '../../../kit/ui/native-fields.module.css';
import { Sheet } from '../../../kit/ui/sheet.tsx';
import { useChangeAutomations } from '../data/use-automations.ts';
import { onceEach } from '../parts/once-each.ts';
import classes from './replacing.module.css';

type Props = {
  /** Channel id of the device that is replaced; it may be gone. */
  from: string;
  onClose: () => void;
};

/** Chooses the device that takes the place of another one in all automations, shows what fits, and does it. */
export function ReplaceDevice({ from, onClose }: Props) {
  const { client } = useSession();
  const [to, setTo] = useState('');
  const language = i18n.locale;
  const preview = useQuery({
    queryKey: ['replace-device', from, to, language],
    // Automations may have changed since it was asked before.
    gcTime: 0,
    queryFn: () => client.automations.replaceDevice({ from, to, language }) as Promise<AutomationReplacement>,
    enabled: to !== '',
  });
  const replace = useChangeAutomations(
    () => client.automations.replaceDevice({ from, to, language, apply: true }),
    () => {
      notify.done(t`Replaced.`);
      onClose();
    },
  );
  const count = preview.data?.automations.filter(({ fits }) => fits).length ?? 0;
  return (
    <Sheet opened onClose={onClose} title={t`Replace with another device`}>
      <div className={classes.content}>
        <Devices from={from} to={to} onChange={setTo} />
        <p role="status" className={classes.note}>
          {to === '' &&
            t`The chosen device takes the place of this one in all automations. You see first which of them fit.`}
          {preview.isFetching && t`Checking what fits …`}
          {preview.data && preview.data.automations.length === 0 && t`No automation names this device.`}
        </p>
        {preview.data && <Preview found={preview.data} />}
        <FormError error={preview.error ?? replace.error} />
        <Button
          fullWidth
          disabled={count === 0 || preview.isFetching}
          loading={replace.isPending}
          onClick={() => replace.mutate(undefined)}
        >
          {count === 0
            ? t`Replace`
            : plural(count, { one: 'Replace in # automation', other: 'Replace in # automations' })}
        </Button>
      </div>
    </Sheet>
  );
}

type DevicesProps = { from: string; to: string; onChange: (channel: string) => void };

function Devices({ from, to, onChange }: DevicesProps) {
  const { tiles } = useHome();
  // A device with several tiles is offered by its first.
  const devices = [...new Map(tiles.toReversed().map(({ channel, label }) => [channel, label]))].toReversed();
  return (
    <label className={fields.field}>
      <span>
        <Trans>Device that takes its place</Trans>
      </span>
      <select
        className={fields.select}
        value={to}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data-autofocus
      >
        <option value="" disabled>
          {t`Choose a device`}
        </option>
        {devices
          .filter(([channel]) => channel !== from)
          .map(([channel, label]) => (
            <option key={channel} value={channel}>
              {label}
            </option>
          ))}
      </select>
    </label>
  );
}

/** Shows each automation as it will be, or why it stays as it is. */
const Preview = ({ found }: { found: AutomationReplacement }) => (
  <ul className={classes.automations} aria-label={t`Automations`}>
    {found.automations.map(({ id, label, fits, sentence, problems }) => (
      <li key={id} data-fits={fits}>
        <h3>{label}</h3>
        <p>{sentence}</p>
        {!fits && <p className={classes.stays}>{t`It does not fit and stays as it is.`}</p>}
        {onceEach(problems).map(({ text }) => (
          <p key={text} className={classes.problem}>
            <IconAlertTriangle size={16} aria-hidden="true" /> <span>{text}</span>
          </p>
        ))}
      </li>
    ))}
  </ul>
);
