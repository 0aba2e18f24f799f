import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { EmailInput } from '../../design/credential-inputs.tsx';
import { fieldErrors } from '../../design/error-text.ts';
import { client, clientId } from '../client.ts';
import { Frame, FrameLink, Notice, Problem } from './frame.tsx';
import { signInError } from './sign-in-texts.ts';

export function ForgottenPage() {
  const [problem, setProblem] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'Type an e-mail, such as ana@example.org.'),
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
  const back = <FrameLink to="/sign-in">Back to the sign-in</FrameLink>;
  if (sentTo)
    return (
      <Frame title="Look into your mail" foot={back}>
        <Notice>If somebody has an account with {sentTo}, a link is on its way.</Notice>
        <Text>It works once, for an hour. When nothing comes, look among the unwanted mail.</Text>
        <Button variant="default" size="md" onClick={() => setSentTo(undefined)}>
          Another e-mail
        </Button>
      </Frame>
    );
  return (
    <Frame title="Set a new password" foot={back}>
      <Text>We send a link to your e-mail. It opens a page where you choose a new password.</Text>
      {problem && <Problem>{problem}</Problem>}
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <EmailInput {...form.getInputProps('email')} />
          <Button type="submit" size="md" loading={form.submitting}>
            Send the link
          </Button>
        </Stack>
      </form>
    </Frame>
  );
}
