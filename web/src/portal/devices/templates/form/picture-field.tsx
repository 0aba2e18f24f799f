import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Group, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { Path } from '../../../../design/member-path.ts';
import { notify } from '../../../../design/notify.ts';
import { IconPhoto, IconUpload } from '../../../../design/page-icons.generated.ts';
import { usePortal } from '../../../session/portal.ts';
import { useDraft, useMember } from '../draft/draft.tsx';
import { TemplatePicture } from '../picture/template-picture.tsx';
import classes from './picture-field.module.css';

export function PictureField({ path, label }: { path: Path; label: string }) {
  const portal = usePortal();
  const { value, set, error, isReadOnly } = useMember(path);
  const upload = useMutation({
    mutationFn: (file: Blob) => portal.templates.uploadPicture(file),
    onSuccess: ({ url }) => {
      set(url);
      notify.done(t`Uploaded`);
    },
    onError: notify.failed,
  });
  const picture = typeof value === 'string' ? value : '';
  return (
    <div className={classes.field}>
      <TemplatePicture picture={picture} size={88} />
      <div className={classes.inputs}>
        <TextInput
          label={label}
          value={picture}
          readOnly={isReadOnly}
          error={error === undefined ? undefined : t`It ${error}.`}
          onChange={({ currentTarget }) => set(currentTarget.value)}
          maxLength={2000}
          spellCheck={false}
        />
        {!isReadOnly && (
          <Group gap="xs" mt="xs">
            <PictureChoice label={label} isOfTile={path[0] === 'tilePicture'} onChoose={set} />
            <FileButton
              accept="image/png,image/jpeg,image/webp"
              onChange={(file) => file && upload.mutate(file)}
              inputProps={{ 'aria-label': t`Upload: ${label}` }}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  size="xs"
                  leftSection={<IconUpload size={16} stroke={1.6} />}
                  loading={upload.isPending}
                >
                  <Trans>Upload</Trans>
                </Button>
              )}
            </FileButton>
          </Group>
        )}
      </div>
    </div>
  );
}

type PictureChoiceProps = { label: string; isOfTile: boolean; onChoose: (name: string) => void };

function PictureChoice({ label, isOfTile, onChoose }: PictureChoiceProps) {
  const { vocabulary } = useDraft();
  const [isOpen, { toggle, close }] = useDisclosure();
  const pictures = vocabulary.pictures.filter(({ name }) => name.endsWith('-tile.png') === isOfTile);
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      trapFocus
      returnFocus
      withRoles
      width={320}
      position="bottom-start"
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPhoto size={16} stroke={1.6} />}
          onClick={toggle}
        >
          <Trans>Choose</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Pictures: ${label}`} className={classes.choice ?? ''}>
        {pictures.map(({ name, thumbnail_url: url }) => (
          <UnstyledButton
            key={name}
            className={classes.picture ?? ''}
            aria-label={name.replace('.png', '')}
            title={name}
            onClick={() => {
              onChoose(name);
              close();
            }}
          >
            <img src={url} alt="" width={56} height={56} loading="lazy" />
          </UnstyledButton>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
