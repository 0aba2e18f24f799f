import { TextInput, type TextInputProps } from '@mantine/core';

const MAX_DIGITS = 12;

type Props = Omit<TextInputProps, 'onChange' | 'type'> & { onChange: (pin: string) => void };

/** Edits a PIN, with a numeric keyboard. */
export function PinInput({ onChange, ...props }: Props) {
  return (
    <TextInput
      size="md"
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={MAX_DIGITS}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...props}
    />
  );
}
