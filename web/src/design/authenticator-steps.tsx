import { List, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { CopyField } from './copy-field.tsx';
import { QrCode } from './qr-code.tsx';

type Props = {
  /** The secret in Base32, and as an address for authenticators. */
  secret: { readonly secret: string; readonly uri: string };
  /** The field of the code. */
  code: TextInputProps;
};

/** How an authenticator is set up: its secret, and the field for its first code. */
export function AuthenticatorSteps({ secret: { secret, uri }, code }: Props) {
  return (
    <>
      <List type="ordered" spacing="md">
        <List.Item>
          Scan this code with the app, or enter the secret.
          <Stack mt="sm">
            <QrCode text={uri} label="QR code of the secret below" />
            <CopyField label="Secret" value={inFours(secret)} />
          </Stack>
        </List.Item>
        <List.Item>Enter the code that the app shows.</List.Item>
      </List>
      <TextInput
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        withAsterisk={false}
        maxLength={10}
        data-autofocus
        {...code}
      />
    </>
  );
}

const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
