import type { PortalSignInFailure } from '@azulejo/contract';
import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { When } from '../../../design/when.tsx';
import classes from '../../parts/list-table.module.css';
import { ListTable } from '../../parts/list-table.tsx';
import { Section } from '../../parts/section.tsx';
import { usePortal } from '../../session/portal.ts';

const REFRESH_MS = 30_000;

/** Accounts with failed sign-ins, which may be guesses. */
export function SignInFailures() {
  const portal = usePortal();
  const found = useQuery({
    queryKey: ['sign-in-failures'],
    queryFn: ({ signal }) => portal.monitoring.signInFailures({}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const failures = found.data?.failures ?? [];
  return (
    <Section
      title="Where sign-ins fail"
      text="Users’ failed sign-ins in the last 24 hours, most frequent first. Failed sign-ins to the portal are in the audit log."
    >
      {found.isPending && <LoadingState label="Loading failed sign-ins" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && failures.length === 0 && <Text c="dimmed">No failed sign-ins.</Text>}
      {failures.length > 0 && <Failures failures={failures} />}
    </Section>
  );
}

function Failures({ failures }: { failures: readonly PortalSignInFailure[] }) {
  return (
    <ListTable columns={['User', 'Application', 'Address', 'Times', 'Last']} numbers={['Times']} isBare>
      {failures.map((failure) => (
        <Row key={`${failure.user?.id} ${failure.application?.id} ${failure.address}`} failure={failure} />
      ))}
    </ListTable>
  );
}

function Row({ failure: { user, application, address, count, last } }: { failure: PortalSignInFailure }) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {user ? (
          <Anchor
            component={Link}
            to="/users/$userId"
            params={{ userId: user.id } as never}
            underline="always"
            fz="sm"
          >
            {user.email}
          </Anchor>
        ) : (
          <Text span c="dimmed" size="sm">
            Unknown e-mail
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Application">{application?.name ?? 'Unknown'}</Table.Td>
      <Table.Td data-label="Address" style={{ overflowWrap: 'anywhere' }}>
        {address ?? '–'}
      </Table.Td>
      <Table.Td className={classes.number ?? ''} data-label="Times">
        {count.toLocaleString()}
      </Table.Td>
      <Table.Td data-label="Last">
        <When at={last} />
      </Table.Td>
    </Table.Tr>
  );
}
