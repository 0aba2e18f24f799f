import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useSession } from '../../data/session/session.ts';
import { SwitchField } from '../../kit/ui/switch.tsx';
import { canStorePin, createPin, isPinShape } from '../../tablet/wall-tablet/pin.ts';
import { PinInput } from '../../tablet/wall-tablet/pin-input.tsx';
import { MINUTES, saveWallTablet } from '../../tablet/wall-tablet/wall-tablet-settings.ts';
import { Section } from './section.tsx';

/** Makes this browser a wall tablet. */
export function WallTabletSection() {
  const { signIn } = useSession();
  return (
    <Section title={t`Wall tablet`}>
      <Stack gap="sm" mt="sm">
        <Text size="sm">
          <Trans>
            For a tablet on the wall: it stays signed in, shows a clock while nobody uses it, and hides your
            account, adding, arranging and preferences. Locks, covers, seen alarms and leaving it ask for a
            PIN.
          </Trans>
        </Text>
        <Text size="sm">
          <Trans>
            The PIN hides controls on this page; it does not make a second account. Anyone who can open the
            browser's tools, or read its files, can act as you. Guests who should see less need accounts of
            their own.
          </Trans>
        </Text>
        {!canStorePin() ? (
          <Text size="sm" c="dimmed">
            <Trans>The PIN can only be stored safely on a page with HTTPS.</Trans>
          </Text>
        ) : signIn.isShared() ? (
          <Text size="sm" c="dimmed">
            <Trans>
              You said that this computer is shared. To use it on the wall, sign in again without that.
            </Trans>
          </Text>
        ) : (
          <TurnOnForm />
        )}
      </Stack>
    </Section>
  );
}

function TurnOnForm() {
  const [isSaving, setIsSaving] = useState(false);
  const form = useForm({
    initialValues: { pin: '', again: '', minutes: '5', asksForCovers: true },
    validate: {
      pin: (pin) => (isPinShape(pin) ? null : t`Type 4 to 12 digits.`),
      again: (again, { pin }) => (again === pin ? null : t`The two PINs differ.`),
    },
  });
  const submit = form.onSubmit(async ({ pin, minutes, asksForCovers }) => {
    setIsSaving(true);
    const stored = await createPin(pin);
    saveWallTablet({ minutes: Number(minutes), asksForCovers, pin: stored, tries: 0, blockedUntil: 0 });
    // Whether the browser is a wall tablet does not change until the page is loaded again.
    location.replace('/home');
  });
  const choices = MINUTES.map((count) => ({
    value: String(count),
    label: plural(count, { one: '# minute', other: '# minutes' }),
  }));
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <PinInput
          label={t`PIN`}
          description={t`4 to 12 digits. If you forget it, sign out and in again.`}
          {...form.getInputProps('pin')}
        />
        <PinInput label={t`The same PIN again`} {...form.getInputProps('again')} />
        <NativeSelect label={t`Dim after`} size="md" data={choices} {...form.getInputProps('minutes')} />
        <SwitchField
          label={t`Ask for the PIN before covers open`}
          description={t`Garage doors and gates count as covers, like blinds.`}
          isOn={form.values.asksForCovers}
          onChange={(asksForCovers) => form.setValues({ asksForCovers })}
        />
        <Button type="submit" loading={isSaving} style={{ alignSelf: 'start' }}>
          <Trans>Use as a wall tablet</Trans>
        </Button>
      </Stack>
    </form>
  );
}
