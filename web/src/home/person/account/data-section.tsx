import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../../../design/notify.ts';
import { exactTime } from '../../../design/when.tsx';
import { useSession } from '../../data/session/session.ts';
import { Section } from '../preferences/section.tsx';
import classes from './account.module.css';
import { DeleteDialog } from './delete-dialog.tsx';
import { deletionQuery } from './queries.ts';
import { useChange } from './use-change.ts';

/** Lets the browser write the file as it arrives: the form starts a download, and the page stays. */
function submitTicket(ticket: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/download-my-data';
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'ticket', value: ticket });
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Downloads the person's data, and deletes the account. */
export function DataSection({ email }: { email: string }) {
  const { client } = useSession();
  const deletion = useQuery(deletionQuery(client));
  const [isDeleting, setDeleting] = useState(false);
  const download = useChange(
    () => client.ownData.prepareDownload(),
    ({ ticket }) => submitTicket(ticket),
  );
  return (
    <Section title={t`Your data`}>
      <p className={classes.text}>
        <Trans>
          Download everything that is stored about you, as a file that programs can read. Or delete your
          account with everything in it.
        </Trans>
      </p>
      {deletion.data?.due && <KeepNote due={deletion.data.due} />}
      <Group mt="sm">
        <Button
          variant="default"
          loading={download.isPending}
          onClick={() => download.mutate(undefined, { onError: notify.failed })}
        >
          <Trans>Download my data</Trans>
        </Button>
        {deletion.data && deletion.data.due === null && (
          <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
            <Trans>Delete my account</Trans>
          </Button>
        )}
      </Group>
      {isDeleting && deletion.data && (
        <DeleteDialog email={email} deletion={deletion.data} onClose={() => setDeleting(false)} />
      )}
    </Section>
  );
}

/** Says that the account will be deleted, and offers to keep it. */
function KeepNote({ due }: { due: string }) {
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
