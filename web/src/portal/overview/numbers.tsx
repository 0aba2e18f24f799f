import type { PortalOverview } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import classes from './numbers.module.css';

const shown = () =>
  [
    ['applications', t`Applications`],
    ['users', t`Users`],
    ['channels', t`Channels`],
    ['connected', t`Connected now`],
  ] as const;

export function Numbers({ overview }: { overview: PortalOverview }) {
  return (
    <dl className={classes.numbers}>
      {shown().map(([name, label]) => (
        <div key={name} className={classes.number}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>
            {overview[name].toLocaleString()}
            {name === 'channels' && overview.more_channels && '+'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
