import type { AutomationDefinition } from '@azulejo/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { useHome } from '../../../data/live/use-home.ts';
import { useSession } from '../../../data/session/session.ts';
import { automationQuery } from '../data/automations-query.ts';
import { templatesQuery } from '../templates/templates-query.ts';
import { AutomationEditor } from './automation-editor.tsx';
import { newDefinition } from './state/parts.ts';
import { beginWith } from './words/begin-with.ts';
import { useWording, type Wording } from './words/use-wording.ts';

/** Changes a stored automation. It begins with what is stored when the page opens. */
export function EditAutomationPage() {
  const { automationId } = useParams({ from: '/signed-in/automations/$automationId/edit' });
  const { client } = useSession();
  const wording = useWording();
  // A cached one may be older than the version that is stored.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...automationQuery(client, automationId),
    refetchOnMount: 'always',
  });
  if (wording && data && isFetchedAfterMount)
    return (
      <AutomationEditor key={automationId} wording={wording} automation={data} initial={data.definition} />
    );
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
}

/** Makes a new automation: from nothing, from a ready one, or with a device. */
export function NewAutomationPage() {
  const { template, device } = useSearch({ from: '/signed-in/automations/new' });
  const wording = useWording();
  if (!wording) return <LoadingState />;
  return template === undefined ? (
    <NewAutomation key={device ?? ''} device={device} wording={wording} />
  ) : (
    <ReadyAutomation key={template} id={template} wording={wording} />
  );
}

/** Starts empty if the ready automation does not fit the devices any more. */
function ReadyAutomation({ id, wording }: { id: string; wording: Wording }) {
  const { client } = useSession();
  const { data, error, refetch } = useQuery(templatesQuery(client));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  const ready = data.find((each) => each.id === id)?.definition;
  return <Editor wording={wording} begun={ready} source={`template.${id}`} origin="template" />;
}

/** Starts without the device if it no longer exists. */
function NewAutomation({ device, wording }: { device: string | undefined; wording: Wording }) {
  const { channels } = useHome();
  const channel = device === undefined ? undefined : channels.get(device);
  const begun = channel && beginWith(channel, wording);
  return <Editor wording={wording} begun={begun} source={`device.${device}`} origin="web" />;
}

type EditorProps = {
  wording: Wording;
  /** How it begins, if not from nothing. */
  begun: AutomationDefinition | undefined;
  /** With what it begins. */
  source: string;
  origin: 'web' | 'template';
};

const Editor = ({ wording, begun, source, origin }: EditorProps) => (
  <AutomationEditor
    wording={wording}
    automation={undefined}
    initial={begun ?? newDefinition('')}
    newId={begun ? `new.${source}` : 'new'}
    origin={origin}
  />
);
