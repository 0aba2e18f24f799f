import type { PortalDevice } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrors } from '../../../design/error-text.ts';
import { usePortal } from '../../session/portal.ts';
import { useDeviceChange } from './use-device-change.ts';

/** Changes the name that operators see. */
export function RenameDevice({ device }: { device: PortalDevice }) {
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
          maxLength={100}
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
