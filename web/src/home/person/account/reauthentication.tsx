import { errorCodes } from '@azulejo/model';
import { AzulejoError } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useState } from 'react';
import { CurrentPasswordInput, SecondFactorInput } from '../../../design/credential-inputs.tsx';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { IconKey } from '../../../design/page-icons.generated.ts';
import { choosePasskey, passkeyErrorText } from '../../../design/passkeys.ts';
import { useRequired } from '../../../design/use-required.ts';
import { useSession } from '../../data/session/session.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';

/** Asks the person for the password. Resolves to false when the person cancels. */
type Reauthenticate = () => Promise<boolean>;

const ReauthenticationContext = createContext<Reauthenticate | undefined>(undefined);

export const useReauthenticate = (): Reauthenticate =>
  useRequired(ReauthenticationContext, 'ReauthenticationContext');

export const needsReauthentication = (error: unknown): boolean =>
  error instanceof AzulejoError && error.code === errorCodes.proofRequired;

type Means = { hasSecondFactor: boolean; hasPasskey: boolean };

/** Shows the dialog in which people confirm who they are before a change, and the page behind it. */
export function ReauthenticationProvider({ children, ...means }: Means & { children: ReactNode }) {
  const [pending, setPending] = useState<{ settle: (isProven: boolean) => void }>();
  const ask = useCallback<Reauthenticate>(
    () =>
      new Promise((resolve) => {
        setPending({ settle: resolve });
      }),
    [],
  );
  const close = (isProven: boolean) => {
    pending?.settle(isProven);
    setPending(undefined);
  };
  return (
    <ReauthenticationContext value={ask}>
      {children}
      <Sheet
        opened={pending !== undefined}
        onClose={() => close(false)}
        title={t`Confirm that it is you`}
        size="sm"
      >
        <ProofForm {...means} onDone={close} />
      </Sheet>
    </ReauthenticationContext>
  );
}

type FormProps = Means & { onDone: (isProven: boolean) => void };

function ProofForm({ hasSecondFactor, hasPasskey, onDone }: FormProps) {
  const { client } = useSession();
  const form = useForm({ initialValues: { password: '', code: '' } });
  const prove = useMutation({
    mutationFn: ({ password, code }: typeof form.values) =>
      client.ownAccount.prove(hasSecondFactor ? { password, code } : { password }),
    onSuccess: () => onDone(true),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => prove.mutate(values))}>
      <Stack>
        <Text>
          <Trans>Type your password. You are not asked again for ten minutes.</Trans>
        </Text>
        <CurrentPasswordInput
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('password')}
        />
        {hasSecondFactor && <SecondFactorInput {...form.getInputProps('code')} />}
        <FormError error={prove.error} shown={['password', 'code']} />
        {hasPasskey && <PasskeyProof onDone={onDone} />}
        <DialogButtons onCancel={() => onDone(false)}>
          <Button type="submit" loading={prove.isPending}>
            <Trans context="button">Continue</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** Confirms with a passkey instead of the password. */
function PasskeyProof({ onDone }: Pick<FormProps, 'onDone'>) {
  const { client } = useSession();
  const prove = useMutation({
    mutationFn: async () => {
      const credential = await choosePasskey(await client.passkeys.challenge());
      return credential && client.ownPasskeys.prove({ credential });
    },
    onSuccess: (proof) => proof && onDone(true),
  });
  return (
    <>
      {prove.error && (
        <Text size="sm" c="red" role="alert">
          {passkeyErrorText(prove.error)}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
        loading={prove.isPending}
        onClick={() => prove.mutate()}
      >
        <Trans>Use a passkey instead</Trans>
      </Button>
    </>
  );
}
