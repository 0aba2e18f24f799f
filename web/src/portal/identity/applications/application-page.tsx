import type { PortalApplicationDetail } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { Credentials } from './credentials.tsx';
import { applicationQuery } from './data/queries.ts';
import { labelOf } from './data/types.ts';
import { Endings } from './endings.tsx';
import { Links } from './links.tsx';
import { takeNewSecret } from './new-secrets.ts';
import { Settings } from './settings/settings.tsx';
import { HomeBadge, StateBadge } from './state-badge.tsx';
import { Templates } from './templates.tsx';
import { TryIt } from './try-it/try-it.tsx';

export function ApplicationPage() {
  const portal = usePortal();
  const { applicationId } = useParams({ strict: false }) as { applicationId: string };
  const found = useQuery(applicationQuery(portal, applicationId));
  return (
    <Stack gap="lg" maw={832}>
      <Anchor component={Link} to="/applications" size="sm">
        <Trans>Applications</Trans>
      </Anchor>
      {found.isPending && <LoadingState label={t`Loading the application`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <Application key={applicationId} application={found.data} />}
    </Stack>
  );
}

function Application({ application }: { application: PortalApplicationDetail }) {
  const mayChange = useMay('developer');
  const queries = useQueryClient();
  const [secret, setSecret] = useState(() => takeNewSecret(queries, application.client_id));
  return (
    <>
      <Heading application={application} />
      <Credentials application={application} mayChange={mayChange} secret={secret} onSecret={setSecret} />
      {application.type === 'manager' && <Templates application={application} mayChange={mayChange} />}
      <TryIt application={application} secret={secret} />
      <Settings application={application} mayChange={mayChange} />
      {application.type !== 'manager' && <Links application={application} mayChange={mayChange} />}
      {mayChange && <Endings application={application} />}
    </>
  );
}

function Heading({ application }: { application: PortalApplicationDetail }) {
  const { name, type, namespace, users, state, is_home: isHome } = application;
  const people = plural(users, { one: '# user', other: '# users' });
  return (
    <div>
      <Group gap="sm">
        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        {isHome && <HomeBadge />}
        <StateBadge state={state} />
      </Group>
      <Text c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {[labelOf(type), namespace, ...(type === 'manager' ? [] : [people])].join(' · ')}
      </Text>
      {type === 'manager' && (
        <Anchor component={Link} to={`/managers/${application.client_id}`} size="sm" underline="always">
          <Trans>Webhooks, accounts and health</Trans>
        </Anchor>
      )}
    </div>
  );
}
