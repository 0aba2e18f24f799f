import type { BridgeDevice } from '@azulejo/contract';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ErrorState } from '../../../design/states.tsx';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';
import { addBridged, type Outcome } from './add-bridged.ts';
import type { Progress } from './add-found.ts';
import { AddingProgress } from './adding-progress.tsx';
import { areasOf } from './areas.ts';
import { ChooseDevices } from './choose-devices.tsx';
import { useChoices } from './use-choices.ts';

type Props = {
  bridgeId: string;
  devices: readonly BridgeDevice[];
  /** Number of devices that were added before. */
  inHome: number;
  onAdded: (outcome: Outcome) => void;
};

/** Chooses which devices of a bridge are added, with their names and areas. */
export function BridgedForm({ bridgeId, devices, inHome, onAdded }: Props) {
  const { client } = useSession();
  const { groups } = useHome();
  const areas = useMemo(() => areasOf(groups), [groups]);
  const names = useMemo(() => [...new Set(areas.map(({ label }) => label))], [areas]);
  const choices = useChoices(areas, devices);
  const { chosen } = choices;
  const [progress, setProgress] = useState<Progress>();
  const adding = useMutation({
    mutationFn: () => addBridged(client, bridgeId, chosen, setProgress),
    onSuccess: onAdded,
  });
  const isBusy = adding.isPending;
  return (
    <Stack
      component="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault();
        adding.mutate();
      }}
    >
      <Text role="status">
        <Plural value={devices.length} one="One device was found." other="# devices were found." />{' '}
        <Trans>Choose which to add, their names and their areas. A new area name creates the area.</Trans>
        {inHome > 0 && (
          <>
            {' '}
            <Plural
              value={inHome}
              one="# device is in your home already."
              other="# devices are in your home already."
            />
          </>
        )}
      </Text>
      <ChooseDevices devices={devices} choices={choices} areas={names} isBusy={isBusy} />
      {adding.isError && <ErrorState error={adding.error} />}
      <AddingProgress progress={isBusy ? progress : undefined} />
      <Button
        type="submit"
        size="md"
        // Devices need an area, and none is known until the home is loaded.
        disabled={chosen.length === 0 || areas.length === 0}
        loading={isBusy}
      >
        <Plural value={chosen.length} one="Add the device" other="Add # devices" />
      </Button>
    </Stack>
  );
}
