import type { PortalDevice, PortalDeviceSecrets } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Stack, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { exactTime } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { DeviceActions } from './device-actions.tsx';
import { DeviceState } from './device-state.tsx';
import { takeSecrets } from './new-secrets.ts';
import { deviceQuery } from './queries.ts';
import { ShownOnce } from './shown-once.tsx';

/** Shows a device: who has it, whether it is connected, and its credentials. */
export function DevicePage() {
  const portal = usePortal();
  const { deviceId } = useParams({ strict: false }) as { deviceId: string };
  const found = useQuery(deviceQuery(portal, deviceId));
  return (
    <Stack gap="lg" maw={832}>
      <Anchor component={Link} to="/devices" size="sm">
        <Trans>Devices</Trans>
      </Anchor>
      {found.isPending && <LoadingState label={t`Loading the device`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <Device key={deviceId} device={found.data} />}
    </Stack>
  );
}

function Device({ device }: { device: PortalDevice }) {
  const queries = useQueryClient();
  const mayChange = useMay('developer');
  const [made, setMade] = useState<PortalDeviceSecrets | undefined>(() =>
    takeSecrets(queries, device.client_id),
  );
  return (
    <>
      <Heading device={device} />
      {made && <ShownOnce key={made.client_secret ?? made.claim_code} made={made} />}
      <About device={device} />
      {mayChange && <DeviceActions device={device} onMade={setMade} />}
    </>
  );
}

function Heading({ device }: { device: PortalDevice }) {
  const [channel] = device.channels;
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
          {device.name}
        </Title>
        <DeviceState device={device} />
      </div>
      {channel && (
        <Anchor
          renderRoot={(props) => <Link to="/messages" search={{ channel: channel.id }} {...props} />}
          size="sm"
        >
          <Trans>Watch its messages</Trans>
        </Anchor>
      )}
    </Group>
  );
}

function About({ device }: { device: PortalDevice }) {
  const { user, application, template, channels } = device;
  return (
    <Section
      title={t`Device`}
      text={t`Its messages show what the device sends, and why a message or a connection was refused.`}
    >
      <Facts isWide>
        <Fact label={t`Client ID`}>{device.client_id}</Fact>
        <Fact label={t`In the home of`}>
          {user ? (
            <Anchor component={Link} to={`/users/${user.id}`} underline="always">
              {user.email}
            </Anchor>
          ) : (
            t`No one`
          )}
        </Fact>
        <Fact label={t`Application`}>
          {application?.name ?? t({ message: 'None yet', context: 'application' })}
        </Fact>
        <Fact label={t`Template`}>
          {template ? `${template.vendor} ${template.model}` : t({ message: 'None', context: 'template' })}
        </Fact>
        <Fact label={channels.length === 1 ? t`Channel` : t`Channels`}>
          {channels.length === 0 ? t`None yet` : channels.map(({ id }) => <div key={id}>{id}</div>)}
        </Fact>
        <Fact label={t`Connections`}>{device.single_connection ? t`One at a time` : t`Several`}</Fact>
        <Fact label={t`Claim code`}>{claimText(device)}</Fact>
        <Fact label={t`Created`}>{exactTime(device.created)}</Fact>
      </Facts>
    </Section>
  );
}

function claimText({ claim, claim_expires: expires, claimed }: PortalDevice): string {
  if (claim === 'open')
    return expires === null ? t`Not used yet` : t`Not used yet, works until ${exactTime(expires)}`;
  if (claim === 'expired') return t`Expired ${expires === null ? '' : exactTime(expires)}`;
  return claimed === null ? t({ message: 'None', context: 'claim code' }) : t`Used ${exactTime(claimed)}`;
}
