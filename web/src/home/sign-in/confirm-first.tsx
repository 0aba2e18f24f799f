import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormError } from '../../design/form-error.tsx';
import { useSession } from '../session/session.ts';
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
      title={sendsMail ? 'Check your e-mail' : 'Ask the operator'}
      foot={
        <FrameLink to="/sign-in" reloadDocument>
          Sign in
        </FrameLink>
      }
    >
      <Notice>
        {sendsMail
          ? `Before you can sign in, open the link in the mail to ${email}.`
          : 'Before you can sign in, your e-mail must be confirmed. This platform has no mail server: ask the person who runs it for the link.'}
      </Notice>
      <Text>It works for a day.{sendsMail && ' If it does not arrive, look in your spam folder.'}</Text>
      <Button variant="default" size="md" loading={again.isPending} onClick={() => again.mutate()}>
        {sendsMail ? 'Send it again' : 'Request a link'}
      </Button>
      {again.isSuccess && (
        <Text role="status">{sendsMail ? 'Another link is on its way.' : 'Requested.'}</Text>
      )}
      <FormError error={again.error} />
    </Frame>
  );
}
