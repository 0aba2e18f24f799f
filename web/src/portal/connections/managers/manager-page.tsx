import type { PortalManagerDetail } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { Templates } from '../../identity/applications/templates.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { Accounts } from './accounts.tsx';
import { BridgeFindings } from './bridge-findings.tsx';
import { Calls } from './calls.tsx';
import { Channels, Users } from './channels.tsx';
import { Health } from './health.tsx';
import { kindWords } from './labels.ts';
import { ManagerState } from './manager-state.tsx';
import { MANAGERS, managerQuery } from './queries.ts';
import { RefusedTemplates } from './refused-templates.tsx';
import { Signing } from './signing.tsx';
import { Webhooks } from './webhooks.tsx';

/** Shows a manager: its state, its templates, and how the platform reaches it. */
export function ManagerPage() {
  const portal = usePortal();
  const { managerId } = useParams({ strict: false }) as { managerId: string };
  const found = useQuery(managerQuery(portal, managerId));
  return (
    <Stack gap="lg" maw={832}>
      <Anchor component={Link} to="/managers" size="sm">
        <Trans>Managers</Trans>
      </Anchor>
      {found.isPending && <LoadingState label={t`Loading the manager`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <Manager key={managerId} manager={found.data} />}
    </Stack>
  );
}

function Manager({ manager }: { manager: PortalManagerDetail }) {
  const mayChange = useMay('developer');
  const queries = useQueryClient();
  const { client_id: managerId, kind, templates } = manager;
  return (
    <>
      <Heading manager={manager} />
      <Health manager={manager} />
      {manager.bridge && <BridgeFindings bridgeId={managerId} />}
      {kind === 'webhooks' && <Webhooks manager={manager} mayChange={mayChange} />}
      {kind === 'webhooks' && <Calls managerId={managerId} />}
      {kind === 'webhooks' && <Accounts managerId={managerId} mayChange={mayChange} />}
      <Templates
        application={{ client_id: managerId, templates }}
        mayChange={mayChange}
        onChanged={() => void queries.invalidateQueries({ queryKey: MANAGERS })}
      />
      <RefusedTemplates templates={manager.refused_templates} />
      <Channels managerId={managerId} count={manager.channels} isCounted={manager.is_counted} />
      <Users managerId={managerId} count={manager.users} isCounted={manager.is_counted} />
      {kind === 'webhooks' && mayChange && <Signing managerId={managerId} />}
    </>
  );
}

function Heading({ manager }: { manager: PortalManagerDetail }) {
  const { client_id: applicationId, name, namespace, kind } = manager;
  return (
    <Group justify="space-between" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        <Text c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {kindWords()[kind].label} · {namespace}
        </Text>
        <ManagerState manager={manager} />
      </div>
      <Anchor
        renderRoot={(props) => (
          <Link to="/applications/$applicationId" params={{ applicationId }} {...props} />
        )}
        size="sm"
        underline="always"
      >
        <Trans>Credentials and settings</Trans>
      </Anchor>
    </Group>
  );
}
