import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import type { AddSearch } from './add-search.ts';
import { BackLink } from './back-link.tsx';
import { KindPage } from './kind-page.tsx';
import { isVirtual, kindsQuery } from './kinds.ts';
import { Ways } from './ways.tsx';

/** Shows Add: its ways, or the page of one kind of device. */
export function AddDevicePage() {
  usePageTitle(t`Add a device`);
  const { template }: AddSearch = useSearch({ strict: false });
  return template === undefined ? <Ways /> : <ChosenKind id={template} />;
}

function ChosenKind({ id }: { id: string }) {
  const { found, added }: AddSearch = useSearch({ strict: false });
  const { client } = useSession();
  const kinds = useQuery(kindsQuery(client));
  if (!kinds.data)
    return (
      <Stack gap="lg">
        <Title order={1}>
          <Trans>Add a device</Trans>
        </Title>
        {kinds.isPending ? (
          <LoadingState />
        ) : (
          <ErrorState error={kinds.error} onRetry={() => void kinds.refetch()} />
        )}
      </Stack>
    );
  const kind = kinds.data.find((each) => each.id === id);
  return (
    <Stack gap="md" align="stretch">
      <BackLink to={kind && !isVirtual(kind) ? '/add/real' : '/add/virtual'}>
        <Trans>All kinds of device</Trans>
      </BackLink>
      {kind ? (
        <KindPage key={kind.id} kind={kind} isBack={found === true} added={added} />
      ) : (
        <EmptyState isPage title={t`Kind of device not found`}>
          <Trans>It may no longer be offered.</Trans>
        </EmptyState>
      )}
    </Stack>
  );
}
