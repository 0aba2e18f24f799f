import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormError } from '../../../design/form-error.tsx';
import { useSession } from '../../data/session/session.ts';
import classes from './account.module.css';

/** Offers a link to people who are signed in and do not know their password any more. */
export function ForgottenPassword({ email }: { email: string }) {
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
