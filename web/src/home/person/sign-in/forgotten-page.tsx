import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { EmailInput } from '../../../design/credential-inputs.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { useSession } from '../../data/session/session.ts';
import { Frame, FrameLink, Notice, Problem } from './frame.tsx';
import { signInError } from './sign-in-texts.ts';

export function ForgottenPage() {
  const { client, settings } = useSession();
  const { clientId, sendsMail } = settings;
  const [problem, setProblem] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : t`Type an e-mail, such as ana@example.org.`),
    },
  });
  const submit = form.onSubmit(async (values) => {
    const email = values.email.trim();
    setProblem(undefined);
    try {
      await client.passwordResets.send({ appId: clientId, email });
      setSentTo(email);
    } catch (error) {
      const reasons = fieldErrors(error);
      if (reasons.email) form.setErrors(reasons);
      else setProblem(signInError(error));
    }
  });
  const back = (
    <FrameLink to="/sign-in">
      <Trans>Back to sign-in</Trans>
    </FrameLink>
  );
  if (sentTo) return <LinkSentPage email={sentTo} foot={back} onAgain={() => setSentTo(undefined)} />;
  return (
    <Frame title={t`Set a new password`} foot={back}>
      <Text>
        {sendsMail
          ? t`We send a link to your e-mail. It opens a page where you choose a new password.`
          : t`This platform has no mail server. Request a link here, then ask the person who runs the platform for it.`}
      </Text>
      {problem && <Problem>{problem}</Problem>}
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <EmailInput {...form.getInputProps('email')} />
          <Button type="submit" size="md" loading={form.submitting}>
            {sendsMail ? t`Send the link` : t`Request a link`}
          </Button>
        </Stack>
      </form>
    </Frame>
  );
}

/** Says what really happens: without a mail server the operator has the link. */
function LinkSentPage({ email, foot, onAgain }: { email: string; foot: ReactNode; onAgain: () => void }) {
  const { sendsMail } = useSession().settings;
  return (
    <Frame title={sendsMail ? t`Check your e-mail` : t`Ask the operator`} foot={foot}>
      <Notice>
        {sendsMail
          ? t`If there is an account with ${email}, a link is on its way.`
          : t`No e-mail is sent: this platform has no mail server. If there is an account with ${email}, the person who runs the platform has the link now.`}
      </Notice>
      <Text>
        <Trans>It works once, for an hour.</Trans>
        {sendsMail && ` ${t`If it does not arrive, look in your spam folder.`}`}
      </Text>
      <Button variant="default" size="md" onClick={onAgain}>
        <Trans>Another e-mail</Trans>
      </Button>
    </Frame>
  );
}
