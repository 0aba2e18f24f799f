import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { copyText } from '../../design/copy-text.ts';
import { notify } from '../../design/notify.ts';
import { saveFile } from '../save-file.ts';
import classes from './recovery-codes.module.css';

/** Shows the codes once. It closes only by its button, after the person confirmed that they are saved. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[] | undefined;
  onClose: () => void;
}) {
  const [areKept, setKept] = useState(false);
  const text = `${codes?.join('\n')}\n`;
  const copy = async () => {
    const isCopied = await copyText(text);
    notify.done(
      isCopied ? 'The recovery codes are copied.' : 'They could not be copied. Download them instead.',
    );
  };
  return (
    <Modal
      opened={codes !== undefined}
      onClose={onClose}
      title="Keep these recovery codes"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onExitTransitionEnd={() => setKept(false)}
    >
      <Stack>
        <Text>
          Each signs you in once, in place of a code, when the phone is lost. They are shown only now: keep
          them where you keep your passwords.
        </Text>
        <ul className={classes.codes} aria-label="Recovery codes">
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group>
          <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
            Copy
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => saveFile('azulejo-recovery-codes.txt', text, 'text/plain')}
          >
            Download
          </Button>
        </Group>
        <Checkbox
          label="I have kept them"
          checked={areKept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!areKept} onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
