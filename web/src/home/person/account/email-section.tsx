import type { OwnAccount } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { EmailInput } from '../../../design/credential-inputs.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { notify } from '../../../design/notify.ts';
import { When } from '../../../design/when.tsx';
import { useSession } from '../../data/session/session.ts';
import { Section } from '../preferences/section.tsx';
import classes from './account.module.css';
import { useChange } from './use-change.ts';

/** Shows and changes the address with which the person signs in. */
export function EmailSection({ account }: { account: OwnAccount }) {
  const { client, settings } = useSession();
  const { email, email_confirmed: confirmed, email_request: request } = account;
  const [isChanging, setChanging] = useState(false);
  const confirm = useChange(
    () => client.ownAccount.requestEmail({ email }),
    () =>
      notify.done(
        settings.sendsMail
          ? t`A link is on its way to ${email}.`
          : t`No e-mail is sent. The person who runs the platform has the link now.`,
      ),
  );
  return (
    <Section title={t`E-mail`}>
      <Text fw={600}>{email}</Text>
      <p className={classes.text}>
        {confirmed === null
          ? t`Not confirmed. A confirmed address is needed to get back in when you forget your password.`
          : t`Confirmed.`}
      </p>
      {request && <Waiting request={request} />}
      {isChanging ? (
        <ChangeForm onClose={() => setChanging(false)} />
      ) : (
        <Group mt="sm">
          <Button variant="default" onClick={() => setChanging(true)}>
            <Trans>Change e-mail</Trans>
          </Button>
          {confirmed === null && !request && (
            <Button
              variant="default"
              loading={confirm.isPending}
              onClick={() => confirm.mutate(undefined, { onError: notify.failed })}
            >
              <Trans>Confirm this address</Trans>
            </Button>
          )}
        </Group>
      )}
    </Section>
  );
}

function Waiting({ request: { email, expires } }: { request: NonNullable<OwnAccount['email_request']> }) {
  const { client, settings } = useSession();
  const cancel = useChange(() => client.ownAccount.cancelEmail());
  return (
    <div role="status">
      <p className={classes.text}>
        {settings.sendsMail ? (
          <Trans>
            Open the link in the mail to <b>{email}</b>.
          </Trans>
        ) : (
          <Trans>
            This platform has no mail server: ask the person who runs it for the link to <b>{email}</b>.
          </Trans>
        )}{' '}
        <Trans>
          It expires <When at={expires} />. Until then nothing changes.
        </Trans>
      </p>
      <Button
        variant="default"
        size="xs"
        loading={cancel.isPending}
        onClick={() => cancel.mutate(undefined, { onError: notify.failed })}
      >
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}

function ChangeForm({ onClose }: { onClose: () => void }) {
  const { client } = useSession();
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : t`Type an e-mail, such as ana@example.org.`),
    },
  });
  const change = useChange(
    ({ email }: typeof form.values) => client.ownAccount.requestEmail({ email }),
    onClose,
  );
  const submit = form.onSubmit(({ email }) =>
    change.mutate({ email: email.trim() }, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <EmailInput label={t`New e-mail`} name="email" autoComplete="email" {...form.getInputProps('email')} />
      <FormError error={change.error} shown={['email']} />
      <Group>
        <Button type="submit" loading={change.isPending}>
          <Trans>Send the link</Trans>
        </Button>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </form>
  );
}
