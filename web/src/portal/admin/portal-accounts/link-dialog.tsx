import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { CopyField } from '../../../design/copy-field.tsx';

type Props = {
  title: string;
  link: string;
  /** Names the recipient of the link. */
  to: string | undefined;
  text: string;
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
};

/** Shows a link once, to be sent in any way that people trust. */
export function LinkDialog({ title, link, to, text, isOpen, onClose, onClosed }: Props) {
  const mail = `mailto:${encodeURIComponent(to ?? '')}?${mailText(title, link)}`;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} onExitTransitionEnd={onClosed}>
      <Stack>
        <CopyField label={t`Link`} value={link} />
        <Text size="sm" c="dimmed">
          <Trans>{text} Anyone with this link can use it. Send it to this person only.</Trans>
        </Text>
        <Group justify="flex-end">
          <Button variant="default" component="a" href={mail}>
            <Trans>Send by e-mail</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans context="button">Done</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Encodes the text of a mail link; mail programs take `+` literally. */
const mailText = (subject: string, body: string): string =>
  `subject=${encodeURIComponent(t`Azulejo: ${subject}`)}&body=${encodeURIComponent(body)}`;
