import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Progress, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../data/session/session.ts';
import type { Device } from '../../devices/tiles/use-device.ts';
import { TaskDialog } from '../../kit/ui/task-dialog.tsx';
import classes from './device.module.css';
import { shrinkPicture } from './shrink-picture.ts';
import { useTask } from './use-task.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/** Sets the person's own picture, or the device's original one. */
export function PhotoDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { client } = useSession();
  const [file, setFile] = useState<File>();
  const [complaint, setComplaint] = useState('');
  const preview = usePreview(file);
  const setPhoto = async (photo: string | null) => {
    for (const { id } of device.tiles) await client.tiles.update({ user_id: 'me', tile_id: id, photo });
  };
  const upload = useTask(
    async (given: File) => setPhoto((await client.uploads.create(await shrinkPicture(given))).url),
    { done: t`The picture was changed.`, onDone: onClose },
  );
  const reset = useTask(() => setPhoto(null), { done: t`The picture was changed.`, onDone: onClose });
  const choose = (given: File | undefined) => {
    if (!given) return;
    const isPicture = TYPES.includes(given.type);
    setComplaint(
      isPicture ? '' : t`“${{ file: given.name }}” can’t be used. Choose a PNG, JPEG or WebP picture.`,
    );
    setFile(isPicture ? given : undefined);
  };
  return (
    <TaskDialog
      title={t`Change the picture`}
      yes={t`Use this picture`}
      canSubmit={file !== undefined}
      isBusy={upload.isPending}
      error={upload.error ?? reset.error}
      onSubmit={() => file && upload.mutate(file)}
      onClose={onClose}
    >
      <img
        className={classes.preview}
        src={preview ?? device.tiles[0]?.photoUrl}
        alt={file?.name ?? t`Current picture`}
      />
      <Group>
        <PictureButton onChoose={choose} />
        <Button variant="subtle" loading={reset.isPending} onClick={() => reset.mutate(undefined)}>
          <Trans>Use the original</Trans>
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        <Trans>PNG, JPEG or WebP. Large pictures are made smaller before they are sent.</Trans>
      </Text>
      {complaint && (
        <Text size="sm" c="var(--azulejo-bad)" role="alert">
          {complaint}
        </Text>
      )}
      {upload.isPending && <Progress value={100} animated aria-label={t`Uploading the picture`} />}
    </TaskDialog>
  );
}

function PictureButton({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" onClick={() => input.current?.click()} data-autofocus>
        <Trans>Choose a picture</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        accept={TYPES.join(',')}
        hidden
        aria-label={t`Picture`}
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
      />
    </>
  );
}

/** Returns an object URL for the chosen file while it is shown. */
function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return file && url;
}
