import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { notify } from '../../../design/notify.ts';
import { exactTime } from '../../../design/when.tsx';
import { useSession } from '../../data/session/session.ts';
import classes from './account.module.css';
import { useChange } from './use-change.ts';

/** Says that the account will be deleted, and offers to keep it. */
export function KeepNote({ due }: { due: string }) {
  const { client } = useSession();
  const keep = useChange(
    () => client.ownData.keepAccount(),
    () => notify.done(t`Your account stays.`),
  );
  const day = exactTime(due);
  return (
    <div className={classes.warning} role="status">
      <p>
        <Trans>Your account will be deleted on {day}, with everything in it.</Trans>
      </p>
      <Button loading={keep.isPending} onClick={() => keep.mutate(undefined, { onError: notify.failed })}>
        <Trans>Keep my account</Trans>
      </Button>
    </div>
  );
}
