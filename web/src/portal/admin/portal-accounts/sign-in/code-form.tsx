import type { PortalSession } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormError } from '../../../../design/form-error.tsx';
import { usePortal } from '../../../session/portal.ts';

/** Asks for a code of the authenticator, or for a recovery code. */
export function CodeForm({ onSession }: { onSession: (session: PortalSession | null) => void }) {
  const portal = usePortal();
  const [kind, setKind] = useState<'code' | 'recovery'>('code');
  const form = useForm({ initialValues: { code: '' } });
  const send = useMutation({
    mutationFn: (values: typeof form.values) => portal.session.secondFactor(values),
    onSuccess: onSession,
    onError: () => form.reset(),
  });
  const leave = useMutation({ mutationFn: () => portal.session.signOut(), onSuccess: () => onSession(null) });
  const swap = () => {
    setKind(kind === 'code' ? 'recovery' : 'code');
    form.reset();
    send.reset();
  };
  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values))}>
      <Stack>
        <TextInput
          key={kind}
          size="md"
          required
          withAsterisk={false}
          autoFocus
          {...(kind === 'code' ? codeInput() : recoveryInput())}
          {...form.getInputProps('code')}
        />
        <FormError error={send.error} />
        <Button type="submit" size="md" loading={send.isPending}>
          <Trans context="button">Continue</Trans>
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" size="sm" onClick={swap}>
            {kind === 'code' ? t`Use a recovery code` : t`Use the authenticator`}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={() => leave.mutate()}>
            <Trans>Back to sign-in</Trans>
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}

const codeInput = () =>
  ({
    label: t`Code`,
    description: t`The six digits your authenticator shows for Azulejo.`,
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    maxLength: 10,
  }) as const;

const recoveryInput = () =>
  ({
    label: t`Recovery code`,
    description: t`One of the codes you saved. Each works once.`,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: 40,
  }) as const;
