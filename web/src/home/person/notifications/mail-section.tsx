import type { NotificationSettings } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText, fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { useSession } from '../../data/session/session.ts';
import { Section } from '../preferences/section.tsx';
import classes from './notifications.module.css';
import { notificationsQuery } from './use-notifications.ts';

type Mail = NotificationSettings['mail'];

/**
 * Offers e-mail as a second way: for an address that the person has confirmed, if the platform has a mail
 * server.
 */
export function MailSection({ mail }: { mail: Mail }) {
  return (
    <Section title={t`E-mail`}>
      {mail.state === 'no_server' && (
        <p className={classes.text}>
          <Trans>
            This platform has no mail server, so it cannot send e-mail. The person who runs it can set one up.
          </Trans>
        </p>
      )}
      {mail.state === 'unconfirmed' && <Unconfirmed address={mail.address} />}
      {mail.state === 'confirmed' && <Confirmed address={mail.address} />}
    </Section>
  );
}

function Unconfirmed({ address }: { address: string }) {
  const { client } = useSession();
  const send = useMutation({ mutationFn: () => client.notifications.sendCode() });
  return (
    <>
      <p className={classes.text}>
        <Trans>
          Notifications can also go to <b>{address}</b>, once you have entered a code that is sent there.
        </Trans>
      </p>
      {send.isSuccess && <CodeForm />}
      <Group mt="sm">
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {send.isSuccess ? <Trans>Send another code</Trans> : <Trans>Send me a code</Trans>}
        </Button>
      </Group>
      <FormError error={send.error} />
    </>
  );
}

function CodeForm() {
  const { client } = useSession();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => client.notifications.confirmMail({ code }),
    onSuccess: (settings) => queries.setQueryData(notificationsQuery(client).queryKey, settings),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') confirm.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className={classes.code}>
      <TextInput
        label={t`Code`}
        description={t`Six digits. They work for half an hour.`}
        size="md"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        value={code}
        error={fieldErrors(confirm.error)['code']}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <FormError error={confirm.error} shown={['code']} />
      <Button type="submit" size="md" loading={confirm.isPending} disabled={code.trim() === ''}>
        <Trans>Confirm</Trans>
      </Button>
    </form>
  );
}

function Confirmed({ address }: { address: string }) {
  const { client } = useSession();
  const test = useMutation({ mutationFn: () => client.notifications.test({ mail: true }) });
  return (
    <>
      <p className={classes.text}>
        <Trans>
          Notifications go to <b>{address}</b>, for what is turned on under E-mail above.
        </Trans>
      </p>
      <Group mt="sm">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          <Trans>Send a test e-mail</Trans>
        </Button>
      </Group>
      <p role="status" className={classes.result}>
        {test.isSuccess && (
          <Trans>A test is on its way to {address}. Check your inbox and your spam folder.</Trans>
        )}
      </p>
      {test.error && (
        <p role="alert" className={classes.failed}>
          {errorText(test.error)}
        </p>
      )}
    </>
  );
}
