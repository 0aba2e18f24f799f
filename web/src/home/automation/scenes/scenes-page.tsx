import type { Scene } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { IconPlus } from '../../../design/icons.generated.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import arrange from '../../devices/arrange/arrange.module.css';
import { SortableList, type Words } from '../../devices/arrange/sortable-list.tsx';
import { moved } from '../../devices/arrange/spoken.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';
import { DeleteScene } from './delete-scene.tsx';
import { SceneForm } from './scene-form.tsx';
import { SceneRow } from './scene-row.tsx';
import { usePlay } from './use-play.ts';
import { useScenes } from './use-scenes.ts';

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
