import type { PortalSignInFailure } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { When } from '../../../../design/when.tsx';
import { usePortal } from '../../../session/portal.ts';
import classes from '../../../ui/list-table.module.css';
import { ListTable } from '../../../ui/list-table.tsx';
import { Section } from '../../../ui/section.tsx';

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
      title={t`Where sign-ins fail`}
      text={t`Users’ failed sign-ins in the last 24 hours, most frequent first. Failed sign-ins to the portal are in the audit log.`}
    >
      {found.isPending && <LoadingState label={t`Loading failed sign-ins`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && failures.length === 0 && (
        <Text c="dimmed">
          <Trans>No failed sign-ins.</Trans>
        </Text>
      )}
      {failures.length > 0 && <Failures failures={failures} />}
    </Section>
  );
}

function Failures({ failures }: { failures: readonly PortalSignInFailure[] }) {
  return (
    <ListTable columns={[t`User`, t`Application`, t`Address`, t`Times`, t`Last`]} numbers={[t`Times`]} isBare>
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
            renderRoot={(props) => <Link to="/users/$userId" params={{ userId: user.id }} {...props} />}
            underline="always"
            fz="sm"
          >
            {user.email}
          </Anchor>
        ) : (
          <Text span c="dimmed" size="sm">
            <Trans>Unknown e-mail</Trans>
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={t`Application`}>{application?.name ?? t`Unknown`}</Table.Td>
      <Table.Td data-label={t`Address`} style={{ overflowWrap: 'anywhere' }}>
        {address ?? '–'}
      </Table.Td>
      <Table.Td className={classes.number ?? ''} data-label={t`Times`}>
        {count.toLocaleString()}
      </Table.Td>
      <Table.Td data-label={t`Last`}>
        <When at={last} />
      </Table.Td>
    </Table.Tr>
  );
}
