import type { AgentDefinition } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { useSession } from '../../session/session.ts';
import { AGENTS, agentQuery } from '../agents-query.ts';
import { AutomationEditor } from './automation-editor.tsx';
import { newDefinition } from './state/parts.ts';
import { useTeller } from './words/use-teller.ts';

/** Changes a stored automation. It begins with what is stored when the page opens. */
export function EditAutomationPage() {
  const { agentId } = useParams({ from: '/signed-in/automations/$agentId/edit' });
  const { client } = useSession();
  const teller = useTeller();
  // A cached one may be older than the version that is stored.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...agentQuery(client, agentId),
    refetchOnMount: 'always',
  });
  if (teller && data && isFetchedAfterMount)
    return <AutomationEditor key={agentId} teller={teller} agent={data} initial={data.definition} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
}

/** Makes a new automation, from nothing or from a ready one. */
export function NewAutomationPage() {
  const { template } = useSearch({ from: '/signed-in/automations/new' });
  const { client } = useSession();
  const teller = useTeller();
  const { data, error, refetch } = useQuery({
    queryKey: [AGENTS, 'templates', i18n.locale],
    queryFn: () => client.agents.templates({ language: i18n.locale }),
    enabled: template !== undefined,
  });
  if (!teller || (template !== undefined && !data))
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  // One that does not fit the devices any more begins from nothing.
  const ready = data?.elements.find(({ id }) => id === template)?.definition as AgentDefinition | undefined;
  return <AutomationEditor teller={teller} agent={undefined} initial={newDefinition('')} begun={ready} />;
}
