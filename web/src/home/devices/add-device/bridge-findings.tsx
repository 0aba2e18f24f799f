import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Unanswered, Unread } from '../../../bridges/findings.tsx';
import { useSession } from '../../data/session/session.ts';
import { bridgeFindingsQuery } from '../bridges/bridges-query.ts';

/** Shows what a bridge could not read, and which requests were not answered; nothing before it has reported. */
export function BridgeFindings({ bridgeId }: { bridgeId: string }) {
  const { client } = useSession();
  const { data } = useQuery(bridgeFindingsQuery(client, bridgeId));
  if (!data || data.reported === null) return null;
  return (
    <>
      <Part title={t`What could not be read`}>
        <Unread findings={data} />
      </Part>
      {data.unanswered.length > 0 && (
        <Part title={t`Not answered`}>
          <Text c="dimmed">
            <Trans>
              What Zigbee2MQTT was asked, and has not answered. Look whether it runs, and at its log.
            </Trans>
          </Text>
          <Unanswered requests={data.unanswered} />
        </Part>
      )}
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack component="section" gap="sm">
    <Title order={2} size="h4">
      {title}
    </Title>
    {children}
  </Stack>
);
