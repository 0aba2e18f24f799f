import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { Sheet } from '../../kit/ui/sheet.tsx';
import type { Question } from './question.ts';

/** Asks for confirmation of what cannot be undone. */
export function Confirmation(props: {
  question: Question | undefined;
  onYes: () => void;
  onClose: () => void;
}) {
  const { question, onYes, onClose } = props;
  return (
    <Sheet opened={question !== undefined} onClose={onClose} title={question?.title} size="sm">
      <Text>{question?.text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {question?.yes}
        </Button>
      </Group>
    </Sheet>
  );
}
