import type { PortalUserHome } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyButton } from '../../../../design/copy-button.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import classes from './channel-table.module.css';

/** Number of rows before the list is expanded. */
const SHOWN = 24;

type Row = { id: string; template: string; name: string };

/** Lists the devices for developers: id, template and values. */
export function ChannelTable({ home }: { home: PortalUserHome }) {
  const [isWhole, setWhole] = useState(false);
  const rows = rowsOf(home);
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  return (
    <div>
      <ListTable isBare columns={[t`Device`, t`Channel ID`, t`See`]}>
        {shown.map((row) => (
          <ChannelRow key={row.id} row={row} />
        ))}
      </ListTable>
      {shown.length < rows.length && (
        <Button variant="subtle" mt="xs" onClick={() => setWhole(true)}>
          <Trans>Show all {rows.length}</Trans>
        </Button>
      )}
    </div>
  );
}

function ChannelRow({ row: { id, template, name } }: { row: Row }) {
  return (
    <Table.Tr>
      <Table.Td className={classes.name ?? ''}>{name}</Table.Td>
      <Table.Td>
        <span className={classes.id}>
          <code>{id}</code>
          <CopyButton value={id} label={t`the channel ID of ${name}`} />
        </span>
      </Table.Td>
      <Table.Td>
        <Group gap="md" wrap="nowrap">
          <Anchor
            renderRoot={(props) => <Link to="/messages" search={{ channel: id }} {...props} />}
            aria-label={t`Messages of ${name}`}
            size="sm"
          >
            <Trans>Messages</Trans>
          </Anchor>
          <Anchor
            renderRoot={(props) => (
              <Link to="/templates/$templateId" params={{ templateId: template }} {...props} />
            )}
            aria-label={t`Template of ${name}`}
            size="sm"
          >
            <Trans>Template</Trans>
          </Anchor>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** Returns the channels under the names of their tiles: a device may have several, or none. */
function rowsOf({ channels, tiles }: PortalUserHome): Row[] {
  const labels = Map.groupBy(tiles, ({ channel }) => channel);
  return channels
    .map(({ id, profileId }) => {
      const names = new Set((labels.get(id) ?? []).map(({ label }) => label));
      return { id, template: profileId, name: [...names].join(', ') || t`Without a tile` };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}
