import type { PortalUserDetails } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Avatar, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { About } from './about.tsx';
import { Automations } from './automations.tsx';
import { UserHome } from './home/user-home.tsx';
import { PasswordLink } from './password-link.tsx';
import { userQuery } from './queries.ts';
import { Sessions } from './sessions.tsx';
import { UserEndings } from './user-endings.tsx';
import { UserStateBadge } from './user-table.tsx';

export function UserPage() {
  const portal = usePortal();
  const { userId } = useParams({ strict: false }) as { userId: string };
  const found = useQuery(userQuery(portal, userId));
  return (
    <Stack gap="lg" maw={832}>
      <Anchor component={Link} to="/users" size="sm">
        <Trans>Users</Trans>
      </Anchor>
      {found.isPending && <LoadingState label={t`Loading the user`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <User key={userId} user={found.data} />}
    </Stack>
  );
}

function User({ user }: { user: PortalUserDetails }) {
  const mayChange = useMay('developer');
  return (
    <>
      <Heading user={user} />
      <About user={user} />
      <Sessions user={user} mayChange={mayChange} />
      <Automations user={user} />
      {mayChange && <UserHome user={user} />}
      {mayChange && <PasswordLink user={user} />}
      {mayChange && <UserEndings user={user} />}
    </>
  );
}

function Heading({ user }: { user: PortalUserDetails }) {
  const { name, email, application, photo_url: photo, state } = user;
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <Avatar size="lg" src={photo} name={name} color="azul" alt="" aria-hidden />
      <div style={{ minWidth: 0 }}>
        <Group gap="sm">
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <UserStateBadge state={state} />
        </Group>
        <Text c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {email} ·{' '}
          <Anchor
            renderRoot={(props) => (
              <Link to="/applications/$applicationId" params={{ applicationId: application.id }} {...props} />
            )}
            underline="always"
          >
            {application.name}
          </Anchor>
        </Text>
      </div>
    </Group>
  );
}
