import type { PortalVirtualDeviceDetails } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { TemplatePicture } from '../../devices/templates/picture/template-picture.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { Section } from '../../ui/section.tsx';
import { FaultSwitches } from './fault-switches.tsx';
import { Preview } from './preview.tsx';
import { Properties } from './properties.tsx';
import { deviceQuery } from './queries.ts';
import { RemoveDevice } from './remove-device.tsx';
import { useDeviceValues } from './use-device-values.ts';
import classes from './virtual-device-page.module.css';

/** Shows a virtual device: its values and faults. */
export function VirtualDevicePage() {
  const portal = usePortal();
  const { channelId } = useParams({ strict: false }) as { channelId: string };
  const found = useQuery(deviceQuery(portal, channelId));
  return (
    <Stack gap="lg">
      <Anchor component={Link} to="/virtual-devices" size="sm">
        <Trans>Virtual devices</Trans>
      </Anchor>
      {found.isPending && <LoadingState label={t`Loading the device`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <Device key={channelId} device={found.data} />}
    </Stack>
  );
}

function Device({ device }: { device: PortalVirtualDeviceDetails }) {
  const mayChange = useMay('developer');
  const { values, add } = useDeviceValues(device);
  return (
    <>
      <Heading device={device} mayChange={mayChange} />
      <div className={classes.columns}>
        <Stack gap="lg">
          <FaultSwitches device={device} mayChange={mayChange} />
          <Properties device={device} values={values} mayChange={mayChange} onReported={add} />
        </Stack>
        <div className={classes.side}>
          <Section title={t`At home`} text={t`The tile as the user sees it.`}>
            <Preview device={device} values={values} />
          </Section>
        </div>
      </div>
    </>
  );
}

function Heading({ device, mayChange }: { device: PortalVirtualDeviceDetails; mayChange: boolean }) {
  const { channel_id: id, name, user, application, template, seed } = device;
  return (
    <Group justify="space-between" align="flex-start">
      <Group gap="md" wrap="nowrap" align="flex-start">
        <TemplatePicture picture={template.photo_url} size={64} />
        <div>
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <Text c="dimmed">
            {template.vendor} {template.model}
            {user && (
              <>
                {' · '}
                <Trans>
                  in the home of{' '}
                  <Anchor component={Link} to={`/users/${user.id}`} underline="always">
                    {user.email}
                  </Anchor>
                </Trans>
              </>
            )}
            {application && ` · ${application.name}`} · <Trans>seed {seed}</Trans>
          </Text>
        </div>
      </Group>
      <Group gap="sm">
        <Anchor renderRoot={(props) => <Link to="/messages" search={{ channel: id }} {...props} />} size="sm">
          <Trans>Watch its messages</Trans>
        </Anchor>
        {mayChange && <RemoveDevice id={id} name={name} />}
      </Group>
    </Group>
  );
}
