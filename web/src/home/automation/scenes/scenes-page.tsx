import type { Scene } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { IconPlayerPlay, IconPlus } from '../../../design/icons.generated.ts';
import { IconPencil } from '../../../design/page-icons.generated.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import arrange from '../../devices/arrange/arrange.module.css';
import { SortableList, type Words } from '../../devices/arrange/sortable-list.tsx';
import { SortableRow } from '../../devices/arrange/sortable-row.tsx';
import { moved } from '../../devices/arrange/spoken.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';
import { TaskDialog } from '../../kit/ui/task-dialog.tsx';
import { AffectedAutomations } from '../automations/of-device/affected-automations.tsx';
import { listText, playText } from './outcome-text.ts';
import { SceneForm } from './scene-form.tsx';
import { SceneIcon } from './scene-icon.tsx';
import classes from './scenes.module.css';
import { useDeviceNames } from './use-device-names.ts';
import { lastPlayOf, type PlayOf, usePlay } from './use-play.ts';
import { useChangeScenes, useScenes } from './use-scenes.ts';

const words: Words = {
  ...moved,
  instructions: () =>
    t`To move this scene, press Space. Use the arrow keys to move it, Space to drop it, or Escape to cancel.`,
  placeText: (place) => t`Scenes, place ${{ place }}.`,
  nowhere: () => t`Not over a scene.`,
};

/** The dialog that is open; one at a time. */
type Requested = { readonly about: 'new' } | { readonly about: 'change' | 'delete'; readonly scene: Scene };

/** Lists the person's scenes, and plays, creates, changes, sorts and deletes them. */
export function ScenesPage() {
  usePageTitle(t`Scenes`);
  const { scenes, data, error, isPending, refetch, move } = useScenes();
  const { plays, play } = usePlay();
  const [requested, setRequested] = useState<Requested>();
  const heading = useRef<HTMLHeadingElement>(null);
  const newScene = (
    <Button size="md" leftSection={<IconPlus size={18} />} onClick={() => setRequested({ about: 'new' })}>
      <Trans>New scene</Trans>
    </Button>
  );
  return (
    <div className={arrange.page}>
      <ScenesHeader heading={heading}>{scenes.length > 0 && newScene}</ScenesHeader>
      {isPending && <LoadingState />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && scenes.length === 0 && (
        <EmptyState title={t`No scenes yet`} action={newScene}>
          <Trans>
            Set your devices as they should be, for example for a film. A scene remembers that, and one press
            brings it back.
          </Trans>
        </EmptyState>
      )}
      {scenes.length > 0 && (
        <SortableList items={scenes} words={words} onMove={move}>
          {(scene) => (
            <SceneRow
              key={scene.id}
              scene={scene}
              plays={plays}
              onPlay={() => void play(scene.id)}
              onChange={() => setRequested({ about: 'change', scene })}
            />
          )}
        </SortableList>
      )}
      <Dialogs requested={requested} onRequest={setRequested} onDeleted={() => heading.current?.focus()} />
    </div>
  );
}

function ScenesHeader({ heading, children }: { heading: Ref<HTMLHeadingElement>; children: ReactNode }) {
  return (
    <div className={arrange.head}>
      <div>
        <Title order={1} ref={heading} tabIndex={-1}>
          <Trans>Scenes</Trans>
        </Title>
        <p className={arrange.hint}>
          <Trans>A scene sets several devices together.</Trans>
        </p>
      </div>
      <Group gap="sm">
        {children}
        <Button variant="default" size="md" renderRoot={(props) => <Link to="/" {...props} />}>
          <Trans context="button">Done</Trans>
        </Button>
      </Group>
    </div>
  );
}

type DialogsProps = {
  requested: Requested | undefined;
  onRequest: (requested: Requested | undefined) => void;
  onDeleted: () => void;
};

function Dialogs({ requested, onRequest, onDeleted }: DialogsProps) {
  const close = () => onRequest(undefined);
  return (
    <>
      <Sheet
        opened={requested?.about === 'new' || requested?.about === 'change'}
        onClose={close}
        title={requested?.about === 'change' ? t`Change ${{ scene: requested.scene.label }}` : t`New scene`}
        transitionProps={{ exitDuration: 0 }}
      >
        {requested && requested.about !== 'delete' && (
          <SceneForm
            scene={requested.about === 'change' ? requested.scene : undefined}
            onDelete={(scene) => onRequest({ about: 'delete', scene })}
            onClose={close}
          />
        )}
      </Sheet>
      {requested?.about === 'delete' && (
        <DeleteScene
          scene={requested.scene}
          onClose={close}
          onDeleted={() => {
            close();
            onDeleted();
          }}
        />
      )}
    </>
  );
}

type Props = { scene: Scene; onClose: () => void; onDeleted: () => void };

/** Asks before a scene is deleted. */
function DeleteScene({ scene: { id, label }, onClose, onDeleted }: Props) {
  const { client } = useSession();
  const remove = useChangeScenes(() => client.scenes.remove({ scene_id: id }), onDeleted);
  return (
    <TaskDialog
      title={t`Delete ${label}?`}
      yes={t`Delete`}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <Text>
        <Trans>Nothing changes on its devices.</Trans>
      </Text>
      <AffectedAutomations named={{ member: 'scene', id }} />
    </TaskDialog>
  );
}

/** How many devices of a scene its row names. */
const MAX_NAMES = 4;

type SceneRowProps = { scene: Scene; plays: readonly PlayOf[]; onPlay: () => void; onChange: () => void };

/** Shows a scene with its devices, and how it went when it was played last. */
function SceneRow({ scene: { id, label, icon, settings }, plays, onPlay, onChange }: SceneRowProps) {
  const nameOf = useDeviceNames();
  const devices = [...new Set(settings.map(({ channel }) => channel))];
  const play = lastPlayOf(plays, id);
  const outcome = play && playText(play, { nameOf, maxNames: devices.length });
  return (
    <SortableRow id={id} label={t`Drag scene ${{ scene: label }}`}>
      <span className={arrange.tileName}>
        <SceneIcon name={icon} size={24} />
        <span>
          {label}
          <span className={classes.devices}>{listText(devices.map(nameOf), MAX_NAMES)}</span>
          <span role="status" className={classes.outcome} data-tone={outcome?.tone}>
            {outcome?.text}
          </span>
        </span>
      </span>
      <button
        type="button"
        className={classes.play}
        aria-label={t`Play ${{ scene: label }}`}
        aria-busy={play?.state === 'pending' || undefined}
        onClick={onPlay}
      >
        <IconPlayerPlay size={20} stroke={1.7} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={arrange.handle}
        aria-label={t`Change ${{ scene: label }}`}
        aria-haspopup="dialog"
        onClick={onChange}
      >
        <IconPencil size={20} stroke={1.6} aria-hidden="true" />
      </button>
    </SortableRow>
  );
}
