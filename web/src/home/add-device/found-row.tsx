import type { FoundDevice, TileGroup } from '@azulejo/contract';
import { Autocomplete, Checkbox, TextInput } from '@mantine/core';
import classes from './catalogue.module.css';

export type Choice = { readonly isChosen: boolean; readonly name: string; readonly area: string };

type Props = {
  device: FoundDevice;
  areas: readonly TileGroup[];
  choice: Choice;
  isBusy: boolean;
  onChange: (part: Partial<Choice>) => void;
};

/** One device that was found: whether it is added, its name, and its area. */
export function FoundRow({ device, areas, choice, isBusy, onChange }: Props) {
  const isOff = !choice.isChosen || isBusy;
  return (
    <li className={classes.row}>
      <Checkbox
        size="md"
        label={device.content}
        description={device.activity || undefined}
        checked={choice.isChosen}
        disabled={isBusy}
        onChange={({ currentTarget }) => onChange({ isChosen: currentTarget.checked })}
      />
      <TextInput
        label="Name"
        aria-label={`Name of ${device.content}`}
        maxLength={200}
        disabled={isOff}
        value={choice.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Autocomplete
        label="Area"
        aria-label={`Area of ${device.content}`}
        data={[...new Set(areas.map(({ label }) => label))]}
        maxLength={200}
        disabled={isOff}
        value={choice.area}
        onChange={(value) => onChange({ area: value })}
      />
    </li>
  );
}

/**
 * Returns the suggestion for a device. The page where it was found names it `Kitchen · Smart plug` after the
 * room chosen there. The room becomes its area, which is created if needed, and the rest its name.
 */
export function firstChoice(areas: readonly TileGroup[], content: string): Choice {
  const [room = '', ...rest] = content.split(' · ');
  const lowerCase = content.toLowerCase();
  const isRoom = rest.length > 0 && room.trim() !== '';
  const same = areas.find(({ label }) => label.toLowerCase() === room.trim().toLowerCase());
  const known = same ?? areas.find(({ label }) => lowerCase.startsWith(label.toLowerCase()));
  const fallback = areas.find(({ isDefault }) => isDefault)?.label ?? '';
  return {
    isChosen: true,
    name: isRoom ? rest.join(' · ') : content,
    area: known?.label ?? (isRoom ? room.trim() : fallback),
  };
}
