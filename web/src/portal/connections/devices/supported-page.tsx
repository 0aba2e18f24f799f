import { createClient } from '@azulejo/sdk';
import { Trans } from '@lingui/react/macro';
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ModelPanel } from '../../../models/model-panel.tsx';
import { ModelSearch } from '../../../models/model-search.tsx';
import type { ModelsSearch } from '../../../models/models-search.ts';
import { NotListed } from '../../../models/not-listed.tsx';
import { usePortalConnection } from '../../session/portal.ts';

/** Shows whether a device is supported: a search, and a page for each model. */
export function SupportedPage() {
  const { find = '', model }: ModelsSearch = useSearch({ strict: false });
  const { fetch } = usePortalConnection();
  const navigate = useNavigate();
  // The models are public, so the calls need neither a session nor a client.
  const { supportedModels } = useMemo(
    () => createClient({ url: window.location.origin, clientId: '', fetch }),
    [fetch],
  );
  if (model !== undefined)
    return (
      <Stack gap="md">
        <Anchor
          renderRoot={(props) => (
            <Link to="/devices/supported" search={{ find: find || undefined }} {...props} />
          )}
        >
          <Trans>Search for another device</Trans>
        </Anchor>
        <ModelPanel source={supportedModels} id={model} />
      </Stack>
    );
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>
          <Trans>Is my device supported?</Trans>
        </Title>
        <Text c="dimmed">
          <Trans>
            Search the models that this platform knows. Everyone can look at{' '}
            <Anchor href="/devices" underline="always">
              /devices
            </Anchor>
            .
          </Trans>
        </Text>
      </div>
      <ModelSearch
        source={supportedModels}
        text={find}
        onText={(text) =>
          void navigate({ to: '/devices/supported', search: { find: text || undefined }, replace: true })
        }
        renderLink={({ id }, className, content) => (
          <Link to="/devices/supported" search={{ find: find || undefined, model: id }} className={className}>
            {content}
          </Link>
        )}
      />
      <NotListed />
    </Stack>
  );
}
