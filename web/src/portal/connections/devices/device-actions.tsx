import type { PortalDevice, PortalDeviceSecrets } from '@azulejo/contract';
import { MAX_DEVICE_NAME_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Switch, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrors } from '../../../design/error-text.ts';
import { notify } from '../../../design/notify.ts';
import { exactTime } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import classes from '../../ui/action-rows.module.css';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { DEVICES, deviceQuery } from './queries.ts';

type Props = {
  device: PortalDevice;
  /** Shows new secrets. */
  onMade: (made: PortalDeviceSecrets) => void;
};

/** Offers what operators do with a device. */
export function DeviceActions({ device, onMade }: Props) {
  return (
    <Section title={t`Manage`}>
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
    { done: t`The device was changed.` },
  );
  return (
    <Switch
      label={t`One connection at a time`}
      description={t`A new connection closes the previous one, for instance one that is lost.`}
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
    { done: t`The new secret is shown above.`, inDialog: true },
  );
  const { previous_secret_expires: until } = device;
  return (
    <div className={classes.row}>
      <Text size="sm">
        {until === null
          ? t`A new secret replaces the one that the device has.`
          : t`The earlier secret works until ${exactTime(until)}.`}
      </Text>
      <Button variant="default" onClick={open}>
        <Trans>New secret…</Trans>
      </Button>
      <ConfirmDialog
        title={t`Create a new secret?`}
        verb={t`Create new secret`}
        action={rotate}
        isOpen={isOpen}
        onClose={close}
      >
        <Text>
          <Trans>The current secret keeps working for 24 hours, unless you end it now.</Trans>
        </Text>
        <Checkbox
          label={t`End the current secret now`}
          description={t`The device is disconnected until it has the new one.`}
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
    { done: t`The new claim code is shown above.` },
  );
  return (
    <div className={classes.row}>
      <Text size="sm">
        <Trans>
          The first person who enters the claim code in Home gets the device. A new code replaces the earlier
          one.
        </Trans>
      </Text>
      <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
        <Trans>New claim code</Trans>
      </Button>
    </div>
  );
}

function Disable({ device }: Pick<Props, 'device'>) {
  const portal = usePortal();
  const [isConfirming, confirming] = useDisclosure();
  const { client_id: device_id, name } = device;
  const disable = useDeviceChange(() => portal.devices.update({ device_id, state: 'disabled' }), {
    done: t`${name} is disabled.`,
    inDialog: true,
  });
  const enable = useDeviceChange(() => portal.devices.update({ device_id, state: 'enabled' }), {
    done: t`${name} can connect again.`,
  });
  const isEnabled = device.state === 'enabled';
  return (
    <div className={classes.row}>
      <Text size="sm">
        {isEnabled
          ? t`While disabled, the device cannot connect. Nothing is lost.`
          : t`The device is disabled. Once enabled, it can connect again.`}
      </Text>
      {isEnabled ? (
        <Button variant="default" onClick={confirming.open}>
          <Trans>Disable…</Trans>
        </Button>
      ) : (
        <Button loading={enable.isPending} onClick={() => enable.mutate()}>
          <Trans>Enable</Trans>
        </Button>
      )}
      <ConfirmDialog
        title={t`Disable ${name}?`}
        verb={t`Disable`}
        action={disable}
        isOpen={isConfirming}
        onClose={confirming.close}
      >
        <Text>
          <Trans>It is disconnected within five seconds and cannot connect until you enable it again.</Trans>
        </Text>
      </ConfirmDialog>
    </div>
  );
}

function Delete({ device }: Pick<Props, 'device'>) {
  const portal = usePortal();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isConfirming, confirming] = useDisclosure();
  const { client_id: id, name } = device;
  const remove = useMutation({
    mutationFn: () => portal.devices.remove({ device_id: id }),
    onSuccess: async () => {
      await navigate({ to: '/devices' });
      queries.removeQueries({ queryKey: deviceQuery(portal, id).queryKey });
      await queries.invalidateQueries({ queryKey: DEVICES });
      notify.done(t`${name} was deleted.`);
    },
  });
  return (
    <div className={classes.row}>
      <Text size="sm">
        <Trans>Deletes the device permanently, with its channels, tiles and stored values.</Trans>
      </Text>
      <Button color="red" variant="light" onClick={confirming.open}>
        <Trans>Delete…</Trans>
      </Button>
      <ConfirmDialog
        title={t`Delete ${name}?`}
        verb={t`Delete`}
        isDangerous
        action={remove}
        isOpen={isConfirming}
        onClose={confirming.close}
      >
        <Text>
          <Trans>
            Removes it from every home, with its tiles and all stored data. It cannot connect again.
          </Trans>
        </Text>
      </ConfirmDialog>
    </div>
  );
}

/** Changes the name that operators see. */
function RenameDevice({ device }: { device: PortalDevice }) {
  const portal = usePortal();
  const [name, setName] = useState(device.name);
  const rename = useDeviceChange(
    (changed: string) => portal.devices.update({ device_id: device.client_id, name: changed }),
    { done: t`The device was renamed.` },
  );
  const changed = name.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate(changed);
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t`Name`}
          description={t`For the portal. People name their tiles themselves.`}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={MAX_DEVICE_NAME_LENGTH}
          error={fieldErrors(rename.error)['name']}
          flex="1 1 16rem"
        />
        <Button
          type="submit"
          variant="default"
          loading={rename.isPending}
          disabled={changed === '' || changed === device.name}
        >
          <Trans>Rename</Trans>
        </Button>
      </Group>
    </form>
  );
}

/** Runs a change of a device and shows its result on the page; dialogs show their errors themselves. */
function useDeviceChange<Input = void>(
  change: (input: Input) => Promise<PortalDevice>,
  { done, inDialog = false }: { done: string; inDialog?: boolean },
) {
  const portal = usePortal();
  const queries = useQueryClient();
  return useMutation<PortalDevice, Error, Input>({
    mutationFn: change,
    onSuccess: async (device) => {
      await queries.invalidateQueries({ queryKey: DEVICES });
      queries.setQueryData(deviceQuery(portal, device.client_id).queryKey, device);
      notify.done(done);
    },
    ...(!inDialog && { onError: notify.failed }),
  });
}
