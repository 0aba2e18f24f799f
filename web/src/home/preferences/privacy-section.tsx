import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../session/session.ts';
import { usePreferencesStore } from './preferences-store.ts';
import { personQuery } from './profile-section.tsx';
import { Row, Section, useSaving } from './section.tsx';
import { usePreferencesDocument } from './use-preferences.ts';

const passwordHint = (sendsMail: boolean): string =>
  `${
    sendsMail
      ? 'A link to choose a new one is sent to your e-mail.'
      : 'This platform has no mail server: request a link here, then ask the person who runs the platform for it.'
  } A new password signs out every device, including this one.`;

const sentText = (email: string, sendsMail: boolean): string =>
  sendsMail
    ? `A link is on its way to ${email}. It works once, for an hour.`
    : 'No e-mail is sent. The person who runs the platform has the link now. It works once, for an hour.';

/** Location sharing, password and other sessions. */
export function PrivacySection() {
  const { client, settings } = useSession();
  const { clientId, sendsMail } = settings;
  const preferences = usePreferencesStore();
  const { location_sharing: isShared = true } = usePreferencesDocument();
  const { data: person } = useQuery(personQuery(client));
  const [saving, save] = useSaving();
  const [sentTo, setSentTo] = useState<string>();
  const send = async (email: string) => {
    if (await save(() => client.passwordResets.send({ appId: clientId, email }))) setSentTo(email);
  };
  return (
    <Section title="Privacy and security" saving={sentTo === undefined ? saving : { state: 'idle' }}>
      <Row
        isNarrow
        label={<label htmlFor="location-sharing">Share my location</label>}
        hint="Lets phone apps report where you are. When off, the platform rejects these reports."
      >
        <Switch
          id="location-sharing"
          size="lg"
          checked={isShared}
          onChange={({ currentTarget }) => {
            const location_sharing = currentTarget.checked;
            setSentTo(undefined);
            void save(() => preferences.change({ location_sharing }));
          }}
        />
      </Row>
      <Row
        label="Password"
        hint={
          <span role="status">
            {sentTo === undefined ? passwordHint(sendsMail) : sentText(sentTo, sendsMail)}
          </span>
        }
      >
        <Button
          variant="default"
          size="md"
          disabled={!person}
          onClick={() => void (person && send(person.email))}
        >
          {sendsMail ? (sentTo === undefined ? 'Send the link' : 'Send it again') : 'Request a link'}
        </Button>
      </Row>
    </Section>
  );
}
