import type { PortalSecurity } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { RecoveryCodesDialog } from '../../../../design/recovery-codes-dialog.tsx';
import { When } from '../../../../design/when.tsx';
import { Section } from '../../../ui/section.tsx';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

type Task = 'set-up' | 'renew' | 'remove';

/** Manages the second factor. */
export function SecondFactorSection({ security }: { security: PortalSecurity }) {
  const { second_factor_since: since, recovery_codes_left: left } = security;
  const [task, setTask] = useState<Task>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setTask(undefined);
  return (
    <Section
      title={t`Second factor`}
      text={t`Requires a code from your phone in addition to your password, so that the password alone is not enough to sign in.`}
    >
      {since === null ? (
        <Group>
          <Button onClick={() => setTask('set-up')}>
            <Trans>Set up an authenticator</Trans>
          </Button>
        </Group>
      ) : (
        <>
          <Text>
            <Trans>
              On since <When at={since} />.
            </Trans>{' '}
            {codesText(left)}
          </Text>
          <Group>
            <Button variant="default" onClick={() => setTask('renew')}>
              <Trans>New recovery codes</Trans>
            </Button>
            <Button variant="subtle" color="red" onClick={() => setTask('remove')}>
              <Trans context="setting">Turn off</Trans>
            </Button>
          </Group>
        </>
      )}
      <SetUpDialog isOpen={task === 'set-up'} onClose={close} onCodes={setCodes} />
      <ReauthenticationDialog kind="renew" isOpen={task === 'renew'} onClose={close} onCodes={setCodes} />
      <ReauthenticationDialog kind="remove" isOpen={task === 'remove'} onClose={close} onCodes={setCodes} />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  );
}

const codesText = (left: number): string =>
  left === 0
    ? t`No recovery code is left.`
    : plural(left, { one: '# of 10 recovery codes is left.', other: '# of 10 recovery codes are left.' });
