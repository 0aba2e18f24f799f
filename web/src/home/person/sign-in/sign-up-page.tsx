import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from '@azulejo/contract/limits';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { EmailInput } from '../../../design/credential-inputs.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { useSession } from '../../data/session/session.ts';
import { ConfirmFirst } from './confirm-first.tsx';
import { Frame, FrameLink, Problem } from './frame.tsx';
import { isTaken, isUnconfirmed, signInError } from './sign-in-texts.ts';
import type { SignInSearch } from './where.ts';

const route = getRouteApi('/sign-up');

const lengthOf = (password: string) => [...password.normalize('NFC')].length;

type Values = { name: string; email: string; password: string };

export function SignUpPage() {
  const { next }: SignInSearch = route.useSearch();
  const { form, submit, problem, unconfirmed } = useSignUp(next);
  if (unconfirmed !== undefined) return <ConfirmFirst email={unconfirmed} />;
  return (
    <Frame
      title={t`Create an account`}
      foot={
        <Trans>
          Already have an account?{' '}
          <FrameLink to="/sign-in" search={next ? { next } : {}}>
            Sign in
          </FrameLink>
        </Trans>
      }
    >
      {problem && <Problem>{problem}</Problem>}
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <SignUpFields form={form} />
          <Button type="submit" size="md" loading={form.submitting} mt="xs">
            <Trans>Create account</Trans>
          </Button>
        </Stack>
      </form>
    </Frame>
  );
}

/** Returns the form, and how to create the account; then `next` opens, or else the home. */
function useSignUp(next: string | undefined) {
  const { client, signIn, settings } = useSession();
  const { history } = useRouter();
  const [problem, setProblem] = useState<string>();
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const { minPasswordLength } = settings;
  const form = useForm<Values>({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t`Type your name.` : null),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : t`Type an e-mail, such as ana@example.org.`),
      password: (password) =>
        lengthOf(password) < minPasswordLength
          ? plural(minPasswordLength, {
              one: 'Must have at least # character.',
              other: 'Must have at least # characters.',
            })
          : null,
    },
  });
  const submit = form.onSubmit(async ({ name, email, password }) => {
    setProblem(undefined);
    signIn.share(false);
    try {
      await client.signUp({ name: name.trim(), email: email.trim(), password });
      history.replace(next ?? '/home#place');
    } catch (error) {
      const reasons = fieldErrors(error);
      if (isUnconfirmed(error)) setUnconfirmed(email.trim());
      else if (isTaken(error)) form.setFieldError('email', t`An account with this e-mail already exists.`);
      else if (Object.keys(reasons).length > 0) form.setErrors(reasons);
      else setProblem(signInError(error));
    }
  });
  return { form, submit, problem, unconfirmed };
}

function SignUpFields({ form }: { form: UseFormReturnType<Values> }) {
  const { minPasswordLength } = useSession().settings;
  return (
    <>
      <TextInput
        label={t`Name`}
        name="name"
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        size="md"
        {...form.getInputProps('name')}
      />
      <EmailInput
        description={t`Used to sign in and to set a new password.`}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t`Password`}
        description={t`At least ${minPasswordLength} characters. A sentence is easy to remember.`}
        name="password"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD_LENGTH}
        size="md"
        {...form.getInputProps('password')}
      />
      <PasswordLength password={form.values.password} />
    </>
  );
}

/**
 * Shows whether the password is long enough, which is all that can be checked here. The platform refuses
 * common passwords.
 */
function PasswordLength({ password }: { password: string }) {
  const { minPasswordLength } = useSession().settings;
  const missing = minPasswordLength - lengthOf(password);
  if (password === '') return null;
  return (
    <Text size="sm" c="dimmed" mt={-8} aria-live="polite">
      {missing > 0
        ? plural(missing, { one: '# more character.', other: '# more characters.' })
        : t`Long enough.`}
    </Text>
  );
}
