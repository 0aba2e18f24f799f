import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { copyText } from './copy-text.ts';
import { notify } from './notify.ts';
import { IconCopy, IconDownload } from './page-icons.generated.ts';
import classes from './recovery-codes.module.css';
import { saveFile } from './save-file.ts';

/** Shows the codes once. It closes only by its button, after the person confirmed that they are saved. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[] | undefined;
  onClose: () => void;
}) {
  const [areKept, setKept] = useState(false);
  return (
    <Modal
      opened={codes !== undefined}
      onClose={onClose}
      title={t`Keep these recovery codes`}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onExitTransitionEnd={() => setKept(false)}
    >
      <Stack>
        <Text>
          <Trans>
            If you lose your phone, use a recovery code instead. Each works once. They are not shown again:
            store them with your passwords.
          </Trans>
        </Text>
        <ul className={classes.codes} aria-label={t`Recovery codes`}>
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CodesButtons codes={codes ?? []} />
        <Checkbox
          label={t`I have saved these codes`}
          checked={areKept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!areKept} onClick={onClose}>
            <Trans context="button">Done</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Copies the codes, or saves them as a file. */
function CodesButtons({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    const isCopied = await copyText(text);
    notify.done(
      isCopied ? t`The recovery codes are copied.` : t`They could not be copied. Download them instead.`,
    );
  };
  return (
    <Group>
      <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
        <Trans>Copy</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        onClick={() => saveFile('azulejo-recovery-codes.txt', text, 'text/plain')}
      >
        <Trans>Download</Trans>
      </Button>
    </Group>
  );
}
