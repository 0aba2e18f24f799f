import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../data/session/session.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';
import { type Answer, blockedMs, checkPin } from '../../tablet/wall-tablet/pin.ts';
import { PinInput } from '../../tablet/wall-tablet/pin-input.tsx';
import { pinPrompt, type Reason } from '../../tablet/wall-tablet/pin-prompt.ts';

const SECOND_MS = 1_000;

const titles: Readonly<Record<Reason, MessageDescriptor>> = {
  unlock: msg`PIN for the lock`,
  open: msg`PIN to open`,
  secure: msg`PIN for this device`,
  alarm: msg`PIN to mark the alarm as seen`,
  leave: msg`PIN to leave the wall tablet`,
};

/** Asks for the PIN while something needs it. */
export function PinDialog() {
  const question = useSyncExternalStore(pinPrompt.watch, pinPrompt.get);
  return (
    <Sheet
      opened={question !== undefined}
      onClose={() => pinPrompt.end(false)}
      title={question && i18n._(titles[question.reason])}
      size="sm"
    >
      {question && <PinForm />}
    </Sheet>
  );
}

function PinForm() {
  const [pin, setPin] = useState('');
  const [answer, setAnswer] = useState<Answer>();
  const [isChecking, setIsChecking] = useState(false);
  const seconds = useBlockedSeconds();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isChecking || pin === '') return;
    setIsChecking(true);
    const checked = await checkPin(pin);
    setIsChecking(false);
    setPin('');
    setAnswer(checked);
    if (checked.state === 'right') pinPrompt.end(true);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <PinInput
          label={t`PIN`}
          value={pin}
          onChange={setPin}
          disabled={seconds > 0}
          error={seconds > 0 ? blockedText(seconds) : answer?.state === 'wrong' && wrongText(answer.left)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => pinPrompt.end(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isChecking} disabled={seconds > 0}>
            <Trans context="button">Continue</Trans>
          </Button>
        </Group>
        <Forgotten />
      </Stack>
    </form>
  );
}

/** Leaves wall tablet mode without the PIN: it ends the sign-in, so that a stranger gains nothing by it. */
function Forgotten() {
  const { signOut } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
        <Trans>Forgotten the PIN?</Trans>
      </Button>
    );
  return (
    <>
      <Text size="sm" role="status">
        <Trans>
          Sign out: that also ends the wall tablet. Then sign in with your password, and choose a new PIN.
        </Trans>
      </Text>
      <Button variant="default" onClick={() => void signOut()}>
        <Trans>Sign out</Trans>
      </Button>
    </>
  );
}

/** Returns for how many seconds no PIN is accepted. */
function useBlockedSeconds(): number {
  const [, update] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => update((count) => count + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.ceil(blockedMs() / SECOND_MS);
}

const wrongText = (left: number): string =>
  plural(left, { one: 'Wrong PIN. # try left.', other: 'Wrong PIN. # tries left.' });

function blockedText(seconds: number): string {
  if (seconds <= 90)
    return plural(seconds, {
      one: 'Too many wrong PINs. Try again in # second.',
      other: 'Too many wrong PINs. Try again in # seconds.',
    });
  return plural(Math.ceil(seconds / 60), {
    one: 'Too many wrong PINs. Try again in # minute.',
    other: 'Too many wrong PINs. Try again in # minutes.',
  });
}
