import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormError } from '../../../design/form-error.tsx';
import { useSession } from '../../data/session/session.ts';
import { Frame, FrameLink, Notice } from './frame.tsx';

/** Shown instead of the home while the platform waits for the person to confirm the e-mail. */
export function ConfirmFirst({ email }: { email: string }) {
  const { client, settings } = useSession();
  const { clientId, sendsMail } = settings;
  const again = useMutation({
    mutationFn: () => client.emailConfirmations.send({ appId: clientId, email }),
  });
  return (
    <Frame
      title={sendsMail ? t`Check your e-mail` : t`Ask the operator`}
      foot={
        <FrameLink to="/sign-in" reloadDocument>
          <Trans>Sign in</Trans>
        </FrameLink>
      }
    >
      <Notice>
        {sendsMail
          ? t`Before you can sign in, open the link in the mail to ${email}.`
          : t`Before you can sign in, your e-mail must be confirmed. This platform has no mail server: ask the person who runs it for the link.`}
      </Notice>
      <Text>
        <Trans>It works for a day.</Trans>
        {sendsMail && ` ${t`If it does not arrive, look in your spam folder.`}`}
      </Text>
      <Button variant="default" size="md" loading={again.isPending} onClick={() => again.mutate()}>
        {sendsMail ? t`Send it again` : t`Request a link`}
      </Button>
      {again.isSuccess && (
        <Text role="status">{sendsMail ? t`Another link is on its way.` : t`Requested.`}</Text>
      )}
      <FormError error={again.error} />
    </Frame>
  );
}
