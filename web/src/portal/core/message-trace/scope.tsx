import type { Portal } from '@azulejo/sdk/portal';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Select, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconX } from '../../../design/icons.generated.ts';
import { usePortal } from '../../session/portal.ts';
import type { Scope } from './use-messages.ts';

type Search = { client?: string; user?: string; channel?: string };

const EVERYTHING = '*';

/** Returns the scope in the page's URL. */
export function useScope(): Scope {
  const { client, user, channel } = useSearch({ strict: false }) as Search;
  if (channel) return { channel_id: channel };
  if (user) return { user_id: user };
  return client ? { client_id: client } : {};
}

const applicationsQuery = (portal: Portal) =>
  queryOptions({
    queryKey: ['applications', 'choice', 'all'],
    queryFn: ({ signal }) => portal.applications.list({ page_size: 200 }, { signal }),
  });

/** Chooses an application. A user, device or channel is chosen by a link on its page. */
export function ScopeChoice({ scope, name }: { scope: Scope; name: string | undefined }) {
  const portal = usePortal();
  const navigate = useNavigate();
  const { data } = useQuery(applicationsQuery(portal));
  const known = data?.applications ?? [];
  const isOne = scope.client_id !== undefined && known.some((each) => each.client_id === scope.client_id);
  const watch = (search: Search) => void navigate({ to: '/messages', search });
  if (Object.keys(scope).length > 0 && !isOne)
    return (
      <Group gap="xs">
        <Text>
          {ofText(scope)} <strong>{name ?? Object.values(scope)[0]}</strong>
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => watch({})}
        >
          <Trans>Watch everything</Trans>
        </Button>
      </Group>
    );
  return (
    <Select
      aria-label={t`Application`}
      data={[
        { value: EVERYTHING, label: t`All applications` },
        ...known.map(({ client_id: value, name: label }) => ({ value, label })),
      ]}
      value={scope.client_id ?? EVERYTHING}
      onChange={(id) => watch(id === null || id === EVERYTHING ? {} : { client: id })}
      allowDeselect={false}
      searchable
      w="min(18rem, 100%)"
    />
  );
}

function ofText(scope: Scope): string {
  if (scope.channel_id) return t`Of channel`;
  return scope.user_id ? t`Of user` : t`Of client`;
}
