import { t } from '@lingui/core/macro';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Edits a new password. The platform applies the same rules, and also refuses common passwords. */
export function NewPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      label={t`Password`}
      description={t`At least 12 characters. A sentence is easy to remember.`}
      autoComplete="new-password"
      minLength={12}
      required
      withAsterisk={false}
      {...props}
    />
  );
}
