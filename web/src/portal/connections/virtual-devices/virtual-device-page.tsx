import type {
  PortalVirtualDeviceDetails,
  VirtualDeviceProperty,
  VirtualDeviceValue,
} from '@azulejo/contract';
import { renderTile, valueKey } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { notify } from '../../../design/notify.ts';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { toTime } from '../../../design/when.tsx';
import { TileView } from '../../../tiles/tile-view.tsx';
import { TemplatePicture } from '../../devices/templates/picture/template-picture.tsx';
import { usePortal, usePortalConnection } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { FaultSwitches } from './fault-switches.tsx';
import { PropertyRow } from './property-row.tsx';
import { deviceQuery, VIRTUAL_DEVICES } from './queries.ts';
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

/** Shows the tiles as the person sees them. */
function Preview({ device, values }: { device: PortalVirtualDeviceDetails; values: DeviceValues }) {
  const { channel, tiles } = device;
  if (!channel || tiles.length === 0)
    return (
      <Text c="dimmed" size="sm">
        <Trans>No one has a tile of this device.</Trans>
      </Text>
    );
  const known = new Map([...values].map(([key, { data }]) => [key, data] as const));
  return (
    <Stack gap="sm">
      {tiles.map((tile) => (
        <TileView key={tile.id} tile={renderTile(tile, channel, known)} kind={tile.components[0]?.type} />
      ))}
    </Stack>
  );
}

type Props = {
  device: PortalVirtualDeviceDetails;
  values: DeviceValues;
  mayChange: boolean;
  onReported: (values: readonly VirtualDeviceValue[]) => void;
};

/** Shows the properties that the device can report, component by component. */
function Properties({ device, values, mayChange, onReported }: Props) {
  const components = Map.groupBy(device.properties, ({ component }) => component);
  return (
    <Stack gap="lg">
      {[...components].map(([component, properties]) => (
        <Section key={component} title={titleOf(properties)} text={component}>
          <Stack gap="lg">
            {properties.map((property) => (
              <PropertyRow
                key={property.property}
                channelId={device.channel_id}
                property={property}
                value={values.get(valueKey(component, property.property))}
                mayChange={mayChange}
                onReported={onReported}
              />
            ))}
          </Stack>
        </Section>
      ))}
    </Stack>
  );
}

const titleOf = ([first]: readonly VirtualDeviceProperty[]): string => first?.component_label ?? '';

function RemoveDevice({ id, name }: { id: string; name: string }) {
  const portal = usePortal();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => portal.virtualDevices.remove({ channel_id: id }),
    onSuccess: async () => {
      await navigate({ to: '/virtual-devices' });
      queries.removeQueries({ queryKey: deviceQuery(portal, id).queryKey });
      await queries.invalidateQueries({ queryKey: VIRTUAL_DEVICES });
      notify.done(t`${name} was removed.`);
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        <Trans>Remove</Trans>
      </Button>
      <ConfirmDialog
        title={t`Remove ${name}?`}
        verb={t`Remove`}
        isDangerous
        action={remove}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Text>
          <Trans>Removes it from every home, with its tiles and all stored data.</Trans>
        </Text>
      </ConfirmDialog>
    </>
  );
}

type DeviceValues = ReadonlyMap<string, VirtualDeviceValue>;

/** Returns the live values by `valueKey`; `show` adds one that was just reported from here. */
function useDeviceValues({ channel_id: id, values: stored }: PortalVirtualDeviceDetails) {
  const { openEvents } = usePortalConnection();
  const [values, setValues] = useState<DeviceValues>(() => withAll(new Map(), stored));
  const add = useCallback(
    (news: readonly VirtualDeviceValue[]) => setValues((known) => withAll(known, news)),
    [],
  );
  useEffect(() => {
    const source = openEvents(`/portal/api/virtual-devices/${encodeURIComponent(id)}/values`);
    source.addEventListener('message', ({ data }) => add([JSON.parse(data) as VirtualDeviceValue]));
    return () => source.close();
  }, [id, add, openEvents]);
  return { values, add };
}

function withAll(known: DeviceValues, news: readonly VirtualDeviceValue[]): DeviceValues {
  const values = new Map(known);
  for (const value of news) {
    const key = valueKey(value.component, value.property);
    const before = values.get(key);
    if (!before || toTime(before.timestamp) <= toTime(value.timestamp)) values.set(key, value);
  }
  return values;
}
