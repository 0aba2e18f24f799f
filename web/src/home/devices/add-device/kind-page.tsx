import type { TemplateSummary } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { kindText } from '../../../models/model-text.ts';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';
import type { Added } from './add-found.ts';
import type { AddSearch } from './add-search.ts';
import { AddedPanel } from './added-panel.tsx';
import classes from './catalogue.module.css';
import { FoundForm } from './found-form.tsx';
import { isVirtual } from './kinds.ts';

type Props = {
  kind: TemplateSummary;
  /** Set when the person comes back from the maker's page. */
  isBack: boolean;
  /** Channels that were added from this page before. */
  added: readonly string[] | undefined;
};

/** Adds devices of one kind, step by step: authorize, find, choose, done. */
export function KindPage({ kind, isBack, added: addedIds }: Props) {
  const { client } = useSession();
  const { groups, refresh } = useHome();
  const navigate = useNavigate();
  const [result, setResult] = useState<Added>();
  const added = result ?? (addedIds && { ids: addedIds, wereThere: false });
  const found = useQuery({
    queryKey: ['found', kind.id],
    gcTime: 0,
    queryFn: () => client.pairing.found({ template_id: kind.id }),
    enabled: added === undefined,
  });
  const finish = (done: Added) => {
    setResult(done);
    refresh().catch(() => {});
    const search: AddSearch = { template: kind.id, added: done.ids };
    void navigate({ to: '/add', search, replace: true, resetScroll: false });
  };
  return (
    <Stack className={classes.panel} gap="lg">
      <div className={classes.head}>
        <img src={kind.image} alt="" width={72} height={72} />
        <div>
          <Title order={1}>{kind.name}</Title>
          <Text c="dimmed" size="sm">
            {isVirtual(kind) ? `${t`Virtual`} · ` : ''}
            {kind.vendor} {kind.model} · {kindText(kind.kind)}
          </Text>
        </div>
      </div>
      {added && <AddedPanel added={added} />}
      {!added && found.isPending && <LoadingState label={t`Looking for devices`} />}
      {!added && found.isError && <ErrorState error={found.error} onRetry={() => found.refetch()} />}
      {!added &&
        found.data &&
        (found.data.length === 0 ? (
          <AuthorizePanel kind={kind} isBack={isBack} />
        ) : (
          <FoundForm templateId={kind.id} found={found.data} groups={groups} onAdded={finish} />
        ))}
    </Stack>
  );
}

type AuthorizePanelProps = {
  kind: TemplateSummary;
  /** The maker's page was passed, but nothing was found. */
  isBack: boolean;
};

/** Shown before the maker's page: explains what comes, and how to get back. */
function AuthorizePanel({ kind, isBack }: AuthorizePanelProps) {
  const { client } = useSession();
  const open = useMutation({
    mutationFn: async () => {
      const back = new URL('/home/add', location.origin);
      back.search = String(new URLSearchParams({ template: kind.id, found: 'true' }));
      const { url } = await client.pairing.authorize({ template_id: kind.id, redirect_uri: back.href });
      location.assign(url);
    },
  });
  return (
    <Stack gap="md" align="flex-start">
      {isBack && (
        <Text role="status" fw={600}>
          <Trans>Nothing was found. The page may have expired before you finished.</Trans>
        </Text>
      )}
      <Text>
        <Trans>You will choose the device on the next page and come back here to confirm.</Trans>
      </Text>
      {open.isError && <ErrorState error={open.error} />}
      <Button size="md" loading={open.isPending || open.isSuccess} onClick={() => open.mutate()}>
        {isBack ? t`Open the page again` : t({ message: 'Continue', context: 'button' })}
      </Button>
    </Stack>
  );
}
