import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEditor } from '../shared/editor-context.ts';

/** Closes a panel; `path` is the word that gets the focus. */
export function DoneButton({ path }: { path: string }) {
  const { close } = useEditor();
  return (
    <Button fullWidth onClick={() => close(path)}>
      <Trans context="button">Done</Trans>
    </Button>
  );
}
