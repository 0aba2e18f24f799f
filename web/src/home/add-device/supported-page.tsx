import { Button, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ModelPanel } from '../../models/model-panel.tsx';
import { ModelSearch } from '../../models/model-search.tsx';
import type { ModelsSearch } from '../../models/models-search.ts';
import { usePageTitle } from '../parts/page-title.ts';
import { useSession } from '../session/session.ts';
import { BackLink } from './back-link.tsx';

/** Shows whether a device is supported: a search, and a page for each model. */
export function SupportedPage() {
  usePageTitle('Is my device supported?');
  const { find = '', model }: ModelsSearch = useSearch({ strict: false });
  const { client } = useSession();
  const navigate = useNavigate();
  if (model !== undefined)
    return (
      <Stack gap="md">
        <BackLink to="/add/supported" search={{ find: find || undefined }}>
          Search for another device
        </BackLink>
        <ModelPanel source={client.supportedModels} id={model}>
          <Button size="md" renderRoot={(props) => <Link to="/add/real" {...props} />}>
            Connect it
          </Button>
        </ModelPanel>
      </Stack>
    );
  return (
    <Stack gap="md">
      <BackLink to="/add">Add a device</BackLink>
      <div>
        <Title order={1}>Is my device supported?</Title>
        <Text c="dimmed">Search the devices that this platform knows.</Text>
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
    </Stack>
  );
}
