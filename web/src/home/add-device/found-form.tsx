import type { FoundDevice, TileGroup } from '@azulejo/contract';
import { Progress as Bar, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../design/states.tsx';
import { useSession } from '../session/session.ts';
import { type Added, addFound, areasOf, type Progress } from './add-found.ts';
import classes from './catalogue.module.css';
import { type Choice, FoundRow, firstChoice } from './found-row.tsx';

type Props = {
  templateId: string;
  found: readonly FoundDevice[];
  groups: readonly TileGroup[];
  onAdded: (added: Added) => void;
};

/** Chooses which of the found devices are added, with their names and areas. */
export function FoundForm({ templateId, found, groups, onAdded }: Props) {
  const { client } = useSession();
  const areas = areasOf(groups);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [progress, setProgress] = useState<Progress>();
  const choiceOf = ({ id, content }: FoundDevice): Choice => choices[id] ?? firstChoice(areas, content);
  const change = (device: FoundDevice, part: Partial<Choice>) =>
    setChoices((before) => ({ ...before, [device.id]: { ...choiceOf(device), ...part } }));
  const chosen = found.filter((device) => choiceOf(device).isChosen);
  const adding = useMutation({
    mutationFn: () => {
      const wanted = chosen.map((device) => {
        const { name, area } = choiceOf(device);
        const first = firstChoice(areas, device.content);
        return { id: device.id, name: name.trim() || first.name, area: area.trim() || first.area };
      });
      return addFound(client, templateId, wanted, setProgress);
    },
    onSuccess: onAdded,
  });
  return (
    <Stack
      component="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault();
        adding.mutate();
      }}
    >
      <Text>
        {found.length === 1 ? 'One device was found.' : `${found.length} devices were found.`} Choose which to
        add, their names and their areas. A new area name creates the area.
      </Text>
      <ul className={classes.rows}>
        {found.map((device) => (
          <FoundRow
            key={device.id}
            device={device}
            areas={areas}
            choice={choiceOf(device)}
            isBusy={adding.isPending}
            onChange={(part) => change(device, part)}
          />
        ))}
      </ul>
      {adding.isError && <ErrorState error={adding.error} />}
      <AddingProgress progress={adding.isPending ? progress : undefined} />
      <Button
        type="submit"
        size="md"
        // Devices need an area, and none is known until the home is loaded.
        disabled={chosen.length === 0 || areas.length === 0}
        loading={adding.isPending}
      >
        {chosen.length === 1 ? 'Add the device' : `Add ${chosen.length} devices`}
      </Button>
    </Stack>
  );
}

function AddingProgress({ progress }: { progress: Progress | undefined }) {
  return (
    <div role="status">
      {progress && (
        <>
          <Text size="sm" c="dimmed" mb={6}>
            {progress.text}
          </Text>
          <Bar value={100 * progress.part} aria-hidden="true" />
        </>
      )}
    </div>
  );
}
