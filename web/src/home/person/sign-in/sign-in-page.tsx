import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { CurrentPasswordInput, EmailInput } from '../../../design/credential-inputs.tsx';
import { IconKey } from '../../../design/page-icons.generated.ts';
import { ConfirmFirst } from './confirm-first.tsx';
import { Frame, FrameLink, Notice, Problem } from './frame.tsx';
import { reasonText } from './sign-in-texts.ts';
import { useSignIn } from './use-sign-in.ts';
import type { SignInSearch } from './where.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { reason, next }: SignInSearch = route.useSearch();
  const { form, submit, passkey, asksForCode, problem, unconfirmed } = useSignIn(next);
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
          <EmailInput
            {...(passkey && { autoComplete: 'username webauthn' })}
            {...form.getInputProps('email')}
          />
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
          {passkey && (
            <Button
              variant="default"
              size="md"
              leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
              loading={passkey.isPending}
              onClick={passkey.choose}
            >
              <Trans>Sign in with a passkey</Trans>
            </Button>
          )}
          <FrameLink to="/forgotten">
            <Trans>Forgot your password?</Trans>
          </FrameLink>
        </Stack>
      </form>
    </Frame>
  );
}

const SignUpLink = ({ next }: { next: string | undefined }) => (
  <FrameLink to="/sign-up" search={next ? { next } : {}}>
    <Trans>Create an account</Trans>
  </FrameLink>
);

/** Asks for the code of the second factor, as the next step of signing in. */
function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      label={t`Code`}
      description={t`From your authenticator, or a recovery code.`}
      name="otp"
      autoComplete="one-time-code"
      maxLength={40}
      size="md"
      autoFocus
      {...props}
    />
  );
}
