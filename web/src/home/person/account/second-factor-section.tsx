import type { OwnAccount } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../../design/notify.ts';
import { RecoveryCodesDialog } from '../../../design/recovery-codes-dialog.tsx';
import { When } from '../../../design/when.tsx';
import { useSession } from '../../data/session/session.ts';
import { Section } from '../preferences/section.tsx';
import classes from './account.module.css';
import { type Secret, SetUpDialog } from './set-up-dialog.tsx';
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
