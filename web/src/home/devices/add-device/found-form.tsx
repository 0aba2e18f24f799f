import type { FoundDevice, TileGroup } from '@azulejo/contract';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import { type Added, addFound, type Progress } from './add-found.ts';
import { AddingProgress } from './adding-progress.tsx';
import { areasOf } from './areas.ts';
import classes from './catalogue.module.css';
import { type FoundItem, FoundRow } from './found-row.tsx';
import { type Choice, partsOf, suggest } from './suggestion.ts';

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
  const [choices, setChoices] = useState<Readonly<Record<string, Partial<Choice>>>>({});
  const [progress, setProgress] = useState<Progress>();
  const suggestionOf = ({ content }: FoundDevice) => suggest(areas, partsOf(content));
  const choiceOf = (device: FoundDevice): Choice => ({ ...suggestionOf(device), ...choices[device.id] });
  const change = (id: string, part: Partial<Choice>) =>
    setChoices((before) => ({ ...before, [id]: { ...before[id], ...part } }));
  const chosen = found.filter((device) => choiceOf(device).isChosen);
  const adding = useMutation({
    mutationFn: () => {
      const wanted = chosen.map((device) => {
        const { name, area } = choiceOf(device);
        const first = suggestionOf(device);
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
      <Text role="status">
        <Plural value={found.length} one="One device was found." other="# devices were found." />{' '}
        <Trans>Choose which to add, their names and their areas. A new area name creates the area.</Trans>
      </Text>
      <ul className={classes.rows}>
        {found.map((device) => (
          <FoundRow
            key={device.id}
            item={itemOf(device)}
            areas={[...new Set(areas.map(({ label }) => label))]}
            choice={choiceOf(device)}
            isBusy={adding.isPending}
            onChange={change}
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
        <Plural value={chosen.length} one="Add the device" other="Add # devices" />
      </Button>
    </Stack>
  );
}

const itemOf = ({ id, content, activity, photoUrl }: FoundDevice): FoundItem => ({
  id,
  label: content,
  image: photoUrl,
  ...(activity !== '' && { detail: activity }),
});
