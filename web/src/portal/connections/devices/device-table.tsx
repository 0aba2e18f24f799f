import type { PortalDevice } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { When } from '../../../design/when.tsx';
import classes from '../../ui/list-table.module.css';
import { ListTable } from '../../ui/list-table.tsx';
import { DeviceState } from './device-state.tsx';

export function DeviceTable({ devices }: { devices: readonly PortalDevice[] }) {
  return (
    <ListTable columns={[t`Device`, t`In the home of`, t`State`, t`Created`]}>
      {devices.map((device) => (
        <Row key={device.client_id} device={device} />
      ))}
    </ListTable>
  );
}

function Row({ device }: { device: PortalDevice }) {
  const { client_id: deviceId, name, template, user, application, created } = device;
  return (
    <Table.Tr className={classes.row ?? ''}>
      <Table.Td>
        <Link to="/devices/$deviceId" params={{ deviceId }} className={classes.name}>
          {name}
        </Link>
        <Text size="xs" c="dimmed">
          {template ? `${template.vendor} ${template.model}` : t`No channel yet`}
        </Text>
      </Table.Td>
      <Table.Td {...(!user && { 'data-is-wide-only': true })}>
        {user ? (
          user.email
        ) : (
          <Text size="sm" c="dimmed">
            <Trans>No one</Trans>
          </Text>
        )}
        {application && (
          <Text size="xs" c="dimmed">
            {application.name}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <DeviceState device={device} />
      </Table.Td>
      <Table.Td data-label={t`Created`}>
        <When at={created} />
      </Table.Td>
    </Table.Tr>
  );
}
