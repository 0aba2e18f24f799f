import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { List, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { CopyField } from './copy-field.tsx';
import { QrCode } from './qr-code.tsx';

type Props = {
  /** The secret in Base32, and as an address for authenticators. */
  secret: { readonly secret: string; readonly uri: string };
  /** Props of the field for the code. */
  code: TextInputProps;
};

/** Shows how to set up an authenticator: its secret, and the field for its first code. */
export function AuthenticatorSteps({ secret: { secret, uri }, code }: Props) {
  return (
    <>
      <List type="ordered" spacing="md">
        <List.Item>
          <Trans>Scan this code with the app, or enter the secret.</Trans>
          <Stack mt="sm">
            <QrCode text={uri} label={t`QR code of the secret below`} />
            <CopyField label={t`Secret`} value={inFours(secret)} />
          </Stack>
        </List.Item>
        <List.Item>
          <Trans>Enter the code that the app shows.</Trans>
        </List.Item>
      </List>
      <TextInput
        label={t`Code`}
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
