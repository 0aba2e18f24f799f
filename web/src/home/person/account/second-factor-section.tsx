import type { OwnAccount } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { AuthenticatorSteps } from '../../../design/authenticator-steps.tsx';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { notify } from '../../../design/notify.ts';
import { RecoveryCodesDialog } from '../../../design/recovery-codes-dialog.tsx';
import { When } from '../../../design/when.tsx';
import { useSession } from '../../data/session/session.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';
import { Section } from '../preferences/section.tsx';
import classes from './account.module.css';
import { useChange } from './use-change.ts';

/** Turns the second factor on and off. */
export function SecondFactorSection({ account }: { account: OwnAccount }) {
  const { client } = useSession();
  const { second_factor_since: since, recovery_codes_left: left } = account;
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = useChange(() => client.ownSecondFactor.begin(), setSecret);
  const renew = useChange(
    () => client.ownSecondFactor.renewCodes(),
    ({ recovery_codes }) => setCodes(recovery_codes),
  );
  const remove = useChange(
    () => client.ownSecondFactor.remove(),
    () => notify.done(t`The second factor is off.`),
  );
  const failed = { onError: notify.failed };
  return (
    <Section title={t`Second factor`}>
      <Explanation />
      {since === null ? (
        <Button loading={begin.isPending} onClick={() => begin.mutate(undefined, failed)}>
          <Trans>Set up an authenticator</Trans>
        </Button>
      ) : (
        <>
          <Text>
            <OnSince at={since} /> {codesText(left)}
          </Text>
          <Group mt="sm">
            <Button
              variant="default"
              loading={renew.isPending}
              onClick={() => renew.mutate(undefined, failed)}
            >
              <Trans>New recovery codes</Trans>
            </Button>
            <Button
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined, failed)}
            >
              <Trans context="setting">Turn off</Trans>
            </Button>
          </Group>
        </>
      )}
      <SetUpDialog
        secret={secret}
        onClose={() => setSecret(undefined)}
        onCodes={(next) => {
          setSecret(undefined);
          setCodes(next);
        }}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  );
}

const OnSince = ({ at }: { at: string }) => (
  <Trans>
    On since <When at={at} />.
  </Trans>
);

const codesText = (left: number): string =>
  left === 0
    ? t`No recovery code is left.`
    : plural(left, { one: '# of 10 recovery codes is left.', other: '# of 10 recovery codes are left.' });

const Explanation = () => (
  <p className={classes.text}>
    <Trans>
      Asks for a code from your phone in addition to your password, so that the password alone is not enough
      to sign in. In phone apps that have no field for the code, type it after your password and a space.
    </Trans>
  </p>
);

type Secret = { secret: string; uri: string };

type Props = { onClose: () => void; onCodes: (codes: readonly string[]) => void };

/** Shows the secret for the authenticator, which is activated by a code of it. */
function SetUpDialog({ secret, ...props }: Props & { secret: Secret | undefined }) {
  return (
    <Sheet opened={secret !== undefined} onClose={props.onClose} title={t`Set up an authenticator`}>
      {secret && <CodeForm secret={secret} {...props} />}
    </Sheet>
  );
}

function CodeForm({ secret, onClose, onCodes }: Props & { secret: Secret }) {
  const { client } = useSession();
  const form = useForm({ initialValues: { code: '' } });
  const confirm = useChange(
    (values: typeof form.values) => client.ownSecondFactor.confirm(values),
    ({ recovery_codes }) => onCodes(recovery_codes),
  );
  const submit = form.onSubmit((values) =>
    confirm.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>
          <Trans>
            You need an authenticator app on your phone, such as Aegis, 2FAS or the one built into it.
          </Trans>
        </Text>
        <AuthenticatorSteps secret={secret} code={form.getInputProps('code')} />
        <FormError error={confirm.error} shown={['code']} />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={confirm.isPending}>
            <Trans context="setting">Turn on</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
