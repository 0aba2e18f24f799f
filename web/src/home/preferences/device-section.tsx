import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOffline } from '../offline/offline.ts';
import { useSession } from '../session/session.ts';
import { Row, Section } from './section.tsx';

/** What is stored on this device, and signing out. */
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
    <Section title="This device">
      <Row label="Offline copy" hint={<span role="status">{copyText(isForgotten, signIn.isShared())}</span>}>
        {!signIn.isShared() && (
          <Button variant="default" size="md" disabled={isForgotten} onClick={() => void forget()}>
            Delete the copy
          </Button>
        )}
      </Row>
      <Row label="Sign out" hint="Also deletes the offline copy. Other devices stay signed in.">
        <Button
          variant="default"
          size="md"
          loading={isLeaving}
          onClick={() => {
            setIsLeaving(true);
            void signOut();
          }}
        >
          Sign out
        </Button>
      </Row>
      <Row isNarrow label="Version">
        {settings.version}
      </Row>
    </Section>
  );
}

function copyText(isForgotten: boolean, isShared: boolean): string {
  if (isShared) return 'This is a shared computer, so no offline copy is kept.';
  if (isForgotten) return 'The copy is deleted. A new one is made when you reload this page.';
  return 'A copy of your home is kept here, so that it opens without a connection.';
}
