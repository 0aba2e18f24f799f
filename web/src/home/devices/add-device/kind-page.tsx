import type { TemplateSummary } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { kindText } from '../../../models/model-text.ts';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';
import type { Added } from './add-found.ts';
import type { AddSearch } from './add-search.ts';
import { AddedPanel } from './added-panel.tsx';
import { AuthorizePanel } from './authorize-panel.tsx';
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
