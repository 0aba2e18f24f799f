import type { PortalDevice, PortalDeviceSecrets } from '@azulejo/contract';
import { Button, Checkbox, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notify } from '../../design/notify.ts';
import { exactTime } from '../../design/when.tsx';
import classes from '../parts/action-rows.module.css';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Section } from '../parts/section.tsx';
import { usePortal } from '../session/portal.ts';
import { DEVICES, deviceQuery } from './queries.ts';
import { RenameDevice } from './rename-device.tsx';
import { useDeviceChange } from './use-device-change.ts';

type Props = {
  device: PortalDevice;
  /** Shows new secrets. */
  onMade: (made: PortalDeviceSecrets) => void;
};

/** What operators do with a device. */
export function DeviceActions({ device, onMade }: Props) {
  return (
    <Section title="Manage">
      <RenameDevice device={device} />
      <SingleConnection device={device} />
      <NewSecret device={device} onMade={onMade} />
      {device.user === null && <NewClaimCode device={device} onMade={onMade} />}
      <Disable device={device} />
      <Delete device={device} />
    </Section>
  );
}

function SingleConnection({ device }: Pick<Props, 'device'>) {
  const portal = usePortal();
  const change = useDeviceChange(
    (isSingle: boolean) =>
      portal.devices.update({ device_id: device.client_id, single_connection: isSingle }),
    { done: 'The device was changed.' },
  );
  return (
    <Switch
      label="One connection at a time"
      description="A new connection closes the one before, for instance one that is lost."
      checked={device.single_connection}
      disabled={change.isPending}
      onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
    />
  );
}

function NewSecret({ device, onMade }: Props) {
  const portal = usePortal();
  const [isOpen, { open, close }] = useDisclosure();
  const [isImmediate, setImmediate] = useState(false);
  const rotate = useDeviceChange(
    async () => {
      const made = await portal.devices.rotateSecret({
        device_id: device.client_id,
        immediately: isImmediate,
      });
      onMade(made);
      return made.device;
    },
    { done: 'The new secret is shown above.', inDialog: true },
  );
  const { previous_secret_expires: until } = device;
  return (
    <div className={classes.row}>
      <Text size="sm">
        {until === null
          ? 'A new secret replaces the one that the device has.'
          : `The earlier secret works until ${exactTime(until)}.`}
      </Text>
      <Button variant="default" onClick={open}>
        New secret…
      </Button>
      <ConfirmDialog
        title="Create a new secret?"
        verb="Create new secret"
        action={rotate}
        isOpen={isOpen}
        onClose={close}
      >
        <Text>The current secret keeps working for 24 hours, unless you end it now.</Text>
        <Checkbox
          label="End the current secret now"
          description="The device is disconnected until it has the new one."
          checked={isImmediate}
          onChange={({ currentTarget }) => setImmediate(currentTarget.checked)}
        />
      </ConfirmDialog>
    </div>
  );
}

function NewClaimCode({ device, onMade }: Props) {
  const portal = usePortal();
  const make = useDeviceChange(
    async () => {
      const made = await portal.devices.newClaimCode({ device_id: device.client_id });
      onMade(made);
      return made.device;
    },
    { done: 'The new claim code is shown above.' },
  );
  return (
    <div className={classes.row}>
      <Text size="sm">
        The first person who enters the claim code in Home gets the device. A new code replaces the earlier
        one.
      </Text>
      <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
        New claim code
      </Button>
    </div>
  );
}

function Disable({ device }: Pick<Props, 'device'>) {
  const portal = usePortal();
  const [isAsking, asking] = useDisclosure();
  const { client_id: device_id, name } = device;
  const disable = useDeviceChange(() => portal.devices.update({ device_id, state: 'disabled' }), {
    done: `${name} is disabled.`,
    inDialog: true,
  });
  const enable = useDeviceChange(() => portal.devices.update({ device_id, state: 'enabled' }), {
    done: `${name} can connect again.`,
  });
  const isEnabled = device.state === 'enabled';
  return (
    <div className={classes.row}>
      <Text size="sm">
        {isEnabled
          ? 'While disabled, the device cannot connect. Nothing is lost.'
          : 'The device is disabled. Once enabled, it can connect again.'}
      </Text>
      {isEnabled ? (
        <Button variant="default" onClick={asking.open}>
          Disable…
        </Button>
      ) : (
        <Button loading={enable.isPending} onClick={() => enable.mutate()}>
          Enable
        </Button>
      )}
      <ConfirmDialog
        title={`Disable ${name}?`}
        verb="Disable"
        action={disable}
        isOpen={isAsking}
        onClose={asking.close}
      >
        <Text>It is disconnected within five seconds and cannot connect until you enable it again.</Text>
      </ConfirmDialog>
    </div>
  );
}

function Delete({ device }: Pick<Props, 'device'>) {
  const portal = usePortal();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, asking] = useDisclosure();
  const { client_id: id, name } = device;
  const remove = useMutation({
    mutationFn: () => portal.devices.remove({ device_id: id }),
    onSuccess: async () => {
      await navigate({ to: '/devices' } as never);
      queries.removeQueries({ queryKey: deviceQuery(portal, id).queryKey });
      await queries.invalidateQueries({ queryKey: DEVICES });
      notify.done(`${name} was deleted.`);
    },
  });
  return (
    <div className={classes.row}>
      <Text size="sm">Deletes the device permanently, with its channels, tiles and stored values.</Text>
      <Button color="red" variant="light" onClick={asking.open}>
        Delete…
      </Button>
      <ConfirmDialog
        title={`Delete ${name}?`}
        verb="Delete"
        isDangerous
        action={remove}
        isOpen={isAsking}
        onClose={asking.close}
      >
        <Text>Removes it from every home, with its tiles and all stored data. It cannot connect again.</Text>
      </ConfirmDialog>
    </div>
  );
}
