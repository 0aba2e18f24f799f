import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../../design/notify.ts';
import { saveFile } from '../../design/save-file.ts';
import { Section } from '../preferences/section.tsx';
import { useSession } from '../session/session.ts';
import classes from './account.module.css';
import { DeleteDialog } from './delete-dialog.tsx';
import { KeepNote } from './keep-note.tsx';
import { deletionQuery } from './queries.ts';
import { useChange } from './use-change.ts';

/** Downloads the person's data, and deletes the account. */
export function DataSection({ email }: { email: string }) {
  const { client } = useSession();
  const deletion = useQuery(deletionQuery(client));
  const [isDeleting, setDeleting] = useState(false);
  const download = useChange(
    () => client.ownData.export(),
    (data) => saveFile('my-data.json', JSON.stringify(data, undefined, 1), 'application/json'),
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
