import type { PortalVirtualDevice } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Badge, Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { When } from '../../../design/when.tsx';
import { TemplatePicture } from '../../devices/templates/picture/template-picture.tsx';
import classes from '../../ui/list-table.module.css';
import { ListTable } from '../../ui/list-table.tsx';
import { faultLabel } from './faults.ts';

export function DeviceTable({ devices }: { devices: readonly PortalVirtualDevice[] }) {
  return (
    <ListTable columns={[t`Device`, t`In the home of`, t`State`, t`Last report`]}>
      {devices.map((device) => (
        <Row key={device.channel_id} device={device} />
      ))}
    </ListTable>
  );
}

function Row({ device }: { device: PortalVirtualDevice }) {
  const { channel_id: channelId, name, template, user, application, last_said: lastReported } = device;
  return (
    <Table.Tr className={classes.row ?? ''}>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <TemplatePicture picture={template.photo_url} size={40} />
          <div>
            <Link to="/virtual-devices/$channelId" params={{ channelId }} className={classes.name}>
              {name}
            </Link>
            <Text size="xs" c="dimmed">
              {template.vendor} {template.model}
            </Text>
          </div>
        </Group>
      </Table.Td>
      <Table.Td>
        {user ? (
          user.email
        ) : (
          <Text c="dimmed">
            <Trans>No one</Trans>
          </Text>
        )}
        {application && (
          <Text size="xs" c="dimmed">
            {application.name}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={t`State`}>
        <State device={device} />
      </Table.Td>
      <Table.Td data-label={t`Last report`}>
        {lastReported === null ? t`Not yet` : <When at={lastReported} />}
      </Table.Td>
    </Table.Tr>
  );
}

function State({ device: { faults, held } }: { device: PortalVirtualDevice }) {
  if (faults.length === 0 && held === 0) return t`Working`;
  return (
    <Group gap={6} component="span">
      {faults.map((fault) => (
        <Badge key={fault} variant="light" color="ocre" component="span">
          {faultLabel(fault)}
        </Badge>
      ))}
      {held > 0 && (
        <Badge variant="light" component="span">
          <Plural value={held} one="# value held" other="# values held" />
        </Badge>
      )}
    </Group>
  );
}
