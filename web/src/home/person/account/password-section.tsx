import { MAX_PASSWORD_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { CurrentPasswordInput, PasswordOwner } from '../../../design/credential-inputs.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { notify } from '../../../design/notify.ts';
import { useSession } from '../../data/session/session.ts';
import { Section } from '../preferences/section.tsx';
import classes from './account.module.css';
import { useChange } from './use-change.ts';

const initialValues = { current_password: '', password: '', sign_out_others: true };

/** Changes the password of the person who is signed in. */
export function PasswordSection({ email }: { email: string }) {
  const { client, settings } = useSession();
  const { minPasswordLength: shortest } = settings;
  const form = useForm({ initialValues });
  const change = useChange(
    (values: typeof initialValues) => client.ownAccount.changePassword(values),
    () => {
      form.reset();
      notify.done(t`Your password was changed.`);
    },
  );
  const submit = form.onSubmit((values) =>
    change.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Section title={t`Password`}>
      <form onSubmit={submit} className={classes.form}>
        <PasswordOwner email={email} />
        <CurrentPasswordInput
          label={t`Current password`}
          required
          withAsterisk={false}
          {...form.getInputProps('current_password')}
        />
        <PasswordInput
          label={t`New password`}
          description={t`At least ${shortest} characters. A sentence is easy to remember.`}
          autoComplete="new-password"
          required
          withAsterisk={false}
          minLength={shortest}
          maxLength={MAX_PASSWORD_LENGTH}
          {...form.getInputProps('password')}
        />
        <Checkbox
          label={t`Sign out everywhere else`}
          {...form.getInputProps('sign_out_others', { type: 'checkbox' })}
        />
        <FormError error={change.error} shown={['current_password', 'password']} />
        <div>
          <Button type="submit" variant="default" loading={change.isPending}>
            <Trans>Change password</Trans>
          </Button>
        </div>
      </form>
      <ForgottenPassword email={email} />
    </Section>
  );
}

/** Offers a link to people who are signed in and do not know their password any more. */
function ForgottenPassword({ email }: { email: string }) {
  const { client, settings } = useSession();
  const { clientId, sendsMail } = settings;
  const send = useMutation({
    mutationFn: () => client.passwordResets.send({ appId: clientId, email }),
  });
  const sent = sendsMail
    ? t`A link is on its way to ${email}. It works once, for an hour.`
    : t`No e-mail is sent. The person who runs the platform has the link now. It works once, for an hour.`;
  return (
    <>
      <p className={classes.text} role="status">
        {send.isSuccess
          ? sent
          : t`If you no longer know your password, get a link to choose another. It signs out every device, including this one.`}
      </p>
      <FormError error={send.error} />
      <Button variant="default" size="xs" loading={send.isPending} onClick={() => send.mutate()}>
        {sendsMail ? (send.isSuccess ? t`Send it again` : t`Send the link`) : t`Request a link`}
      </Button>
    </>
  );
}
