import type { Client } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { CurrentPasswordInput, EmailInput } from '../../design/credential-inputs.tsx';
import { useSession } from '../session/session.ts';
import { CodeInput } from './code-input.tsx';
import { ConfirmFirst } from './confirm-first.tsx';
import { Frame, FrameLink, Notice, Problem } from './frame.tsx';
import { isUnconfirmed, needsCode, reasonText, signInError } from './sign-in-texts.ts';
import type { SignInSearch } from './where.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { client, signIn } = useSession();
  const { reason, next }: SignInSearch = route.useSearch();
  const { history } = useRouter();
  const [problem, setProblem] = useState<string>();
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useForm({
    initialValues: { email: '', password: '', otp: '', isShared: false },
    validate: {
      email: (email) => (email.trim() === '' ? t`Type your e-mail.` : null),
      password: (password) => (password === '' ? t`Type your password.` : null),
    },
  });
  const submit = form.onSubmit(async ({ email, password, otp, isShared }) => {
    setProblem(undefined);
    signIn.share(isShared);
    try {
      const code = asksForCode ? { otp: otp.trim() } : {};
      await client.signIn.password({ username: email.trim(), password, ...code });
      history.replace((await isToBeDeleted(client)) ? '/home/account' : (next ?? '/home'));
    } catch (error) {
      if (needsCode(error)) setAsksForCode(true);
      else if (isUnconfirmed(error)) setUnconfirmed(email.trim());
      else setProblem(signInError(error));
    }
  });
  if (unconfirmed !== undefined) return <ConfirmFirst email={unconfirmed} />;
  return (
    <Frame
      title={t`Sign in to your home`}
      foot={
        <Trans>
          New here? <SignUpLink next={next} />
        </Trans>
      }
    >
      {reason && !problem && <Notice>{reasonText(reason)}</Notice>}
      {problem && <Problem>{problem}</Problem>}
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <EmailInput {...form.getInputProps('email')} />
          <CurrentPasswordInput size="md" {...form.getInputProps('password')} />
          {asksForCode && <CodeInput {...form.getInputProps('otp')} />}
          <Checkbox
            label={t`This is a shared computer`}
            description={t`Signs you out when you close this tab.`}
            {...form.getInputProps('isShared', { type: 'checkbox' })}
          />
          <Button type="submit" size="md" loading={form.submitting} mt="xs">
            <Trans>Sign in</Trans>
          </Button>
          <FrameLink to="/forgotten">
            <Trans>Forgot your password?</Trans>
          </FrameLink>
        </Stack>
      </form>
    </Frame>
  );
}

/**
 * Returns whether the person had the account deleted, and may keep it. Without an answer the home opens: the account
 * page says it, too.
 */
const isToBeDeleted = (client: Client): Promise<boolean> =>
  client.ownData.deletion().then(
    ({ due }) => due !== null,
    () => false,
  );

const SignUpLink = ({ next }: { next: string | undefined }) => (
  <FrameLink to="/sign-up" search={next ? { next } : {}}>
    <Trans>Create an account</Trans>
  </FrameLink>
);
