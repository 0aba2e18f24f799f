import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password that is chosen: the same rules are checked by the platform, which also knows the common ones. */
export function NewPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Password"
      description="At least 12 characters. A sentence is easy to remember."
      autoComplete="new-password"
      minLength={12}
      required
      withAsterisk={false}
      {...props}
    />
  );
}
