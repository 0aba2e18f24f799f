import { MAX_EMAIL_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';

/** Inputs named as password managers expect them in a sign-in (HTML 4.10.18.7.1, autofill). */

export function EmailInput(props: TextInputProps) {
  return (
    <TextInput
      label={t`E-mail`}
      type="email"
      name="username"
      autoComplete="username"
      maxLength={MAX_EMAIL_LENGTH}
      size="md"
      {...props}
    />
  );
}

export function CurrentPasswordInput(props: PasswordInputProps) {
  return <PasswordInput label={t`Password`} name="password" autoComplete="current-password" {...props} />;
}

/** Asks for a code of an authenticator, or for a recovery code, next to a password. */
export function SecondFactorInput(props: TextInputProps) {
  return (
    <TextInput
      label={t`Code`}
      description={t`From your authenticator, or a recovery code.`}
      autoComplete="one-time-code"
      required
      withAsterisk={false}
      maxLength={40}
      {...props}
    />
  );
}

/** Adds a hidden input next to a new password, which tells password managers whose it is. */
export function PasswordOwner({ email }: { email: string }) {
  return (
    <input
      className="visually-hidden"
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
