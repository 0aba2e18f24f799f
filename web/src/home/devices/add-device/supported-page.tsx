import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ModelPanel } from '../../../models/model-panel.tsx';
import { ModelSearch } from '../../../models/model-search.tsx';
import type { ModelsSearch } from '../../../models/models-search.ts';
import { NotListed } from '../../../models/not-listed.tsx';
import { useSession } from '../../data/session/session.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { BackLink } from './back-link.tsx';

/** Shows whether a device is supported: a search, and a page for each model. */
export function SupportedPage() {
  usePageTitle(t`Is my device supported?`);
  const { find = '', model }: ModelsSearch = useSearch({ strict: false });
  const { client } = useSession();
  const navigate = useNavigate();
  if (model !== undefined)
    return (
      <Stack gap="md">
        <BackLink to="/add/supported" search={{ find: find || undefined }}>
          <Trans>Search for another device</Trans>
        </BackLink>
        <ModelPanel source={client.supportedModels} id={model}>
          <Button size="md" renderRoot={(props) => <Link to="/add/real" {...props} />}>
            <Trans>Connect it</Trans>
          </Button>
        </ModelPanel>
      </Stack>
    );
  return (
    <Stack gap="md">
      <BackLink to="/add">
        <Trans>Add a device</Trans>
      </BackLink>
      <div>
        <Title order={1}>
          <Trans>Is my device supported?</Trans>
        </Title>
        <Text c="dimmed">
          <Trans>Search the devices that this platform knows.</Trans>
        </Text>
      </div>
      <ModelSearch
        source={client.supportedModels}
        text={find}
        onText={(text) =>
          void navigate({ to: '/add/supported', search: { find: text || undefined }, replace: true })
        }
        renderLink={({ id }, className, content) => (
          <Link to="/add/supported" search={{ find: find || undefined, model: id }} className={className}>
            {content}
          </Link>
        )}
      />
      <NotListed>
        <Button
          variant="default"
          size="md"
          renderRoot={(props) => <Link to="/add/bridge" search={{ type: 'mqtt-discovery' }} {...props} />}
        >
          <Trans>Connect MQTT devices</Trans>
        </Button>
      </NotListed>
    </Stack>
  );
}
