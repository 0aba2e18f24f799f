import type { Scene } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormError } from '../../../design/form-error.tsx';
import { useSession } from '../../data/session/session.ts';
import classes from './scenes.module.css';

type Props = {
  id: string;
  /** Called with the current scene, to change that one. */
  onTheirs: (current: Scene) => void;
  /** Called with the current scene, to replace it. */
  onMine: (current: Scene) => void;
};

/** Says that the scene was changed elsewhere, and asks which of the two to keep. */
export function Outdated({ id, onTheirs, onMine }: Props) {
  const { client } = useSession();
  const read = useMutation({
    mutationFn: (_then: (current: Scene) => void) => client.scenes.get({ scene_id: id }),
    onSuccess: (current, then) => then(current),
  });
  return (
    <div className={classes.outdated} role="alert">
      <Text>
        <Trans>This scene was changed elsewhere in the meantime.</Trans>
      </Text>
      <Group gap="xs" mt="sm">
        <Button variant="default" loading={read.isPending} onClick={() => read.mutate(onTheirs)}>
          <Trans>Load that version</Trans>
        </Button>
        <Button variant="default" loading={read.isPending} onClick={() => read.mutate(onMine)}>
          <Trans>Save mine instead</Trans>
        </Button>
      </Group>
      <FormError error={read.error} />
    </div>
  );
}
