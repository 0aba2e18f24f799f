import { TextInput, type TextInputProps } from '@mantine/core';

/** Asks for the code of the second factor, as the next step of signing in. */
export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      label="Code"
      description="From your authenticator, or a recovery code."
      name="otp"
      autoComplete="one-time-code"
      maxLength={40}
      size="md"
      autoFocus
      {...props}
    />
  );
}
