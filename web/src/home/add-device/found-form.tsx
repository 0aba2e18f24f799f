import type { FoundDevice, TileGroup } from '@azulejo/contract';
import { Autocomplete, Progress as Bar, Button, Checkbox, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../design/states.tsx';
import { type Added, addFound, areasOf, type Progress } from './add-found.ts';
import classes from './catalogue.module.css';

type Props = {
  templateId: string;
  found: readonly FoundDevice[];
  groups: readonly TileGroup[];
  onAdded: (added: Added) => void;
};

type Choice = { readonly isChosen: boolean; readonly area: string };

/** Which of the devices that were found are added, and where they stand. */
export function FoundForm({ templateId, found, groups, onAdded }: Props) {
  const areas = areasOf(groups);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [progress, setProgress] = useState<Progress>();
  const choiceOf = ({ id, content }: FoundDevice): Choice =>
    choices[id] ?? { isChosen: true, area: likelyArea(areas, content) };
  const change = (device: FoundDevice, part: Partial<Choice>) =>
    setChoices((before) => ({ ...before, [device.id]: { ...choiceOf(device), ...part } }));
  const chosen = found.filter((device) => choiceOf(device).isChosen);
  const adding = useMutation({
    mutationFn: () => {
      const fallback = likelyArea(areas, '');
      const wanted = chosen.map((device) => ({
        id: device.id,
        name: device.content,
        area: choiceOf(device).area.trim() || fallback,
      }));
      return addFound(templateId, wanted, setProgress);
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
        {found.length === 1 ? 'One device was found.' : `${found.length} devices were found.`} Choose what is
        added, and where it stands. An area with a new name is made.
      </Text>
      <ul className={classes.rows}>
        {found.map((device) => {
          const { isChosen, area } = choiceOf(device);
          return (
            <li key={device.id} className={classes.row}>
              <Checkbox
                size="md"
                label={device.content}
                description={device.activity || undefined}
                checked={isChosen}
                disabled={adding.isPending}
                onChange={({ currentTarget }) => change(device, { isChosen: currentTarget.checked })}
              />
              <Autocomplete
                aria-label={`Area of ${device.content}`}
                data={[...new Set(areas.map(({ label }) => label))]}
                maxLength={200}
                disabled={!isChosen || adding.isPending}
                value={area}
                onChange={(value) => change(device, { area: value })}
              />
            </li>
          );
        })}
      </ul>
      {adding.isError && <ErrorState error={adding.error} />}
      <div role="status">
        {adding.isPending && progress && (
          <>
            <Text size="sm" c="dimmed" mb={6}>
              {progress.text}
            </Text>
            <Bar value={100 * progress.part} aria-hidden="true" />
          </>
        )}
      </div>
      <Button
        type="submit"
        size="md"
        // Where nothing is known of the home yet there is no area to stand in.
        disabled={chosen.length === 0 || areas.length === 0}
        loading={adding.isPending}
      >
        {chosen.length === 1 ? 'Add the device' : `Add ${chosen.length} devices`}
      </Button>
    </Stack>
  );
}

/** The one whose name begins the name of the device, else the one where everything begins. */
function likelyArea(areas: readonly TileGroup[], name: string): string {
  const said = name.toLowerCase();
  const likely = areas.find(({ label }) => said.startsWith(label.toLowerCase()));
  return (likely ?? areas.find(({ isDefault }) => isDefault))?.label ?? '';
}
