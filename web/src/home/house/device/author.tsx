import type { Activity } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { isHiddenPage } from '../../tablet/wall-tablet/wall-tablet.ts';
import classes from './author.module.css';

type Props = {
  by: Activity['by'];
  /** Names anyone who is not one of the person’s automations. */
  children: string;
};

/** Shows who did something. An automation is named with its reason, and links to the run. */
export function Author({ by, children }: Props) {
  const { type, id, name, run, because } = by;
  if (type !== 'automation' || id === undefined || name === undefined) return children;
  const automation = isHiddenPage('/automations') ? (
    name
  ) : (
    <Link
      to="/automations/$automationId"
      params={{ automationId: id }}
      search={{ run }}
      className={classes.run}
    >
      {name}
    </Link>
  );
  return because === undefined ? (
    automation
  ) : (
    <Trans>
      {automation} {because}
    </Trans>
  );
}
