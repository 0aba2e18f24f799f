import type { PortalVirtualDeviceDetails, VirtualDeviceFault } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../design/notify.ts';
import { usePortal } from '../../session/portal.ts';
import { Section } from '../../ui/section.tsx';
import classes from './fault-switches.module.css';
import { lasting, occasional } from './faults.ts';
import { deviceQuery, VIRTUAL_DEVICES } from './queries.ts';

/** Switches the faults of the device; a switch takes effect immediately. */
export function FaultSwitches({
  device,
  mayChange,
}: {
  device: PortalVirtualDeviceDetails;
  mayChange: boolean;
}) {
  const portal = usePortal();
  const queries = useQueryClient();
  const { queryKey } = deviceQuery(portal, device.channel_id);
  const mutationKey = ['virtual-device-faults', device.channel_id];
  const change = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (faults: VirtualDeviceFault[]) =>
      portal.virtualDevices.setFaults({ channel_id: device.channel_id, faults }),
    onMutate: async (faults) => {
      const cancelled = queries.cancelQueries({ queryKey });
      const shown = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (before) => before && { ...before, faults });
      await cancelled;
      return shown;
    },
    onError: (error, _faults, shown) => {
      // The platform says how they are, unless it cannot be reached.
      if (queries.isMutating({ mutationKey }) === 1) queries.setQueryData(queryKey, shown);
      notify.failed(error);
    },
    // A refetch between two changes would show the later one switched back.
    onSettled: () =>
      queries.isMutating({ mutationKey }) === 1
        ? queries.invalidateQueries({ queryKey: VIRTUAL_DEVICES })
        : undefined,
  });
  const toggle = (name: VirtualDeviceFault, isOn: boolean) =>
    change.mutate(isOn ? [...device.faults, name] : device.faults.filter((each) => each !== name));
  return (
    <Section title={t`Faults`} text={t`Faults take effect at once.`}>
      {[
        { title: t`Always`, faults: lasting() },
        { title: t`Now and then`, faults: occasional() },
      ].map(({ title, faults }) => (
        <fieldset key={title} className={classes.group}>
          <legend className={classes.title}>{title}</legend>
          {faults.map(({ name, label, text }) => (
            <Switch
              key={name}
              label={label}
              description={text}
              checked={device.faults.includes(name)}
              disabled={!mayChange}
              onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
            />
          ))}
        </fieldset>
      ))}
    </Section>
  );
}
