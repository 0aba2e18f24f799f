import type { PortalUserDetails } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Avatar, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CopyField } from '../../../design/copy-field.tsx';
import { FormError } from '../../../design/form-error.tsx';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { When } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { Automations } from './automations.tsx';
import { UserHome } from './home/user-home.tsx';
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

/** Shows the main facts about the user. */
function About({ user }: { user: PortalUserDetails }) {
  const { counts } = user;
  const preferences = Object.entries(user.preferences);
  return (
    <Section title={t`About`}>
      <Facts>
        <Fact label={t`Last seen`}>{user.last_seen === null ? t`Never` : <When at={user.last_seen} />}</Fact>
        <Fact label={t`Created`}>
          <When at={user.created} />
        </Fact>
        <Fact label={user.state === 'active' ? t`Active since` : t({ message: 'Disabled', context: 'user' })}>
          <When at={user.state_since} />
        </Fact>
        <Fact label={t`Devices`}>{counts.channels.toLocaleString()}</Fact>
        <Fact label={t`Tiles`}>{counts.tiles.toLocaleString()}</Fact>
        <Fact label={t`Areas and groups`}>{counts.groups.toLocaleString()}</Fact>
        <Fact label={t`Places`}>{counts.places.toLocaleString()}</Fact>
        <Fact label={t`Services`}>{counts.services.toLocaleString()}</Fact>
      </Facts>
      <CopyField label={t`User ID`} value={user.id} />
      {preferences.length > 0 && (
        <Facts label={t`Preferences`}>
          {preferences.map(([name, value]) => (
            <Fact key={name} label={wordsOf(name)}>
              {shownOf(value)}
            </Fact>
          ))}
        </Facts>
      )}
    </Section>
  );
}

/** Returns a preference as text. A list, for example of favourites, holds ids, so only its length is shown. */
const shownOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.length.toLocaleString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Returns a readable name, for example of `hour_format`. */
const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Creates a link for users who cannot receive the mail, to be handed over in another way. */
function PasswordLink({ user }: { user: PortalUserDetails }) {
  const portal = usePortal();
  const make = useMutation({ mutationFn: () => portal.users.resetLink({ user_id: user.id }) });
  const isActive = user.state === 'active';
  return (
    <Section
      title={t`New password`}
      text={
        isActive
          ? t`Creates a link with which the user chooses a new password. It works once, expires in one hour and replaces earlier links.`
          : t`The user is disabled. Enable the user before creating a password link.`
      }
    >
      <FormError error={make.error} />
      {make.data && (
        <CopyField
          label={t`Password link`}
          description={t`It is not shown again. Anyone with this link can set the password.`}
          value={make.data.link}
        />
      )}
      <Group>
        <Button
          variant="default"
          disabled={!isActive}
          loading={make.isPending}
          onClick={() => make.mutate(undefined)}
        >
          {make.data ? t`Create another link` : t`Create link`}
        </Button>
      </Group>
    </Section>
  );
}
