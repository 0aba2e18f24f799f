import { t } from '@lingui/core/macro';
import { TextInput, type TextInputProps } from '@mantine/core';

/** Asks for the code of the second factor, as the next step of signing in. */
export function CodeInput(props: TextInputProps) {
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
