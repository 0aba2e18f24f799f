import type { PortalWebhookCall } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { When } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import classes from '../../ui/list-table.module.css';
import { ListTable } from '../../ui/list-table.tsx';
import { Section } from '../../ui/section.tsx';
import { durationOf, purposeWords, resultOf } from './labels.ts';
import { callsQuery } from './queries.ts';

const SHOWN_FIRST = 8;

/** Lists the last calls to the manager and its maker. */
export function Calls({ managerId }: { managerId: string }) {
  const portal = usePortal();
  const found = useQuery(callsQuery(portal, managerId));
  const [isWhole, setWhole] = useState(false);
  const calls = found.data?.calls ?? [];
  const shown = isWhole ? calls : calls.slice(0, SHOWN_FIRST);
  return (
    <Section
      title={t`Last calls`}
      text={t`The last 50 calls to this manager and its maker since the server started. What was sent and answered is not stored.`}
    >
      {found.isPending && <LoadingState label={t`Loading the calls`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && calls.length === 0 && (
        <Text size="sm">
          <Trans>No calls yet.</Trans>
        </Text>
      )}
      {shown.length > 0 && (
        <ListTable
          columns={[t({ message: 'Call', context: 'of a webhook' }), t`Result`, t`Duration`, t`Time`]}
          numbers={[t`Duration`]}
          isBare
        >
          {shown.map((call) => (
            <Row key={JSON.stringify(call)} call={call} />
          ))}
        </ListTable>
      )}
      {shown.length < calls.length && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setWhole(true)}>
            <Trans>Show all {calls.length}</Trans>
          </Button>
        </Group>
      )}
    </Section>
  );
}

function Row({ call }: { call: PortalWebhookCall }) {
  const { time, purpose, origin, status } = call;
  return (
    <Table.Tr>
      <Table.Td>
        {purposeWords(purpose)}
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {purpose} · {origin}
        </Text>
      </Table.Td>
      <Table.Td>
        {resultOf(call)}
        {status !== null && (
          <Text size="xs" c="dimmed">
            <Trans>Status {status}</Trans>
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.number ?? ''}>{durationOf(call)}</Table.Td>
      <Table.Td>
        <When at={time} />
      </Table.Td>
    </Table.Tr>
  );
}
