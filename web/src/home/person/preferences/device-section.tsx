import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOffline } from '../../data/offline/offline.ts';
import { useSession } from '../../data/session/session.ts';
import { Row, Section } from './section.tsx';

/** Shows what is stored on this device, and signs out. */
export function DeviceSection() {
  const { settings, signIn, signOut } = useSession();
  const { home } = useOffline();
  const [isForgotten, setIsForgotten] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const forget = async () => {
    await home.forget();
    setIsForgotten(true);
  };
  return (
    <Section title={t`This device`}>
      <Row
        label={t`Offline copy`}
        hint={<span role="status">{copyText(isForgotten, signIn.isShared())}</span>}
      >
        {!signIn.isShared() && (
          <Button variant="default" size="md" disabled={isForgotten} onClick={() => void forget()}>
            <Trans>Delete the copy</Trans>
          </Button>
        )}
      </Row>
      <Row label={t`Sign out`} hint={t`Also deletes the offline copy. Other devices stay signed in.`}>
        <Button
          variant="default"
          size="md"
          loading={isLeaving}
          onClick={() => {
            setIsLeaving(true);
            void signOut();
          }}
        >
          <Trans>Sign out</Trans>
        </Button>
      </Row>
      <Row isNarrow label={t`Version`}>
        {settings.version}
      </Row>
    </Section>
  );
}

function copyText(isForgotten: boolean, isShared: boolean): string {
  if (isShared) return t`This is a shared computer, so no offline copy is kept.`;
  if (isForgotten) return t`The copy is deleted. A new one is made when you reload this page.`;
  return t`A copy of your home is kept here, so that it opens without a connection.`;
}
