import { MAX_NAME_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Autocomplete, Checkbox, TextInput } from '@mantine/core';
import { memo } from 'react';
import classes from './catalogue.module.css';
import type { Choice } from './suggestion.ts';

/** A device that was found. */
export type FoundItem = {
  readonly id: string;
  /** Names the device as the system where it was found does. */
  readonly label: string;
  /** Describes the device. */
  readonly detail?: string;
  readonly image: string;
};

type Props = {
  item: FoundItem;
  /** The names of the areas. */
  areas: readonly string[];
  choice: Choice;
  isBusy: boolean;
  onChange: (id: string, part: Partial<Choice>) => void;
};

/** Shows one device that was found: whether it is added, its name, and its area. */
export const FoundRow = memo(function FoundRow({ item, areas, choice, isBusy, onChange }: Props) {
  const { id, label, detail, image } = item;
  const isOff = !choice.isChosen || isBusy;
  return (
    <li className={classes.row}>
      <div className={classes.device}>
        <img src={image || undefined} alt="" width={48} height={48} loading="lazy" />
        <Checkbox
          size="md"
          label={label}
          description={detail}
          checked={choice.isChosen}
          disabled={isBusy}
          onChange={({ currentTarget }) => onChange(id, { isChosen: currentTarget.checked })}
        />
      </div>
      <TextInput
        label={t`Name`}
        aria-label={t`Name of ${label}`}
        maxLength={MAX_NAME_LENGTH}
        disabled={isOff}
        value={choice.name}
        onChange={({ currentTarget }) => onChange(id, { name: currentTarget.value })}
      />
      <Autocomplete
        label={t`Area`}
        aria-label={t`Area of ${label}`}
        data={areas}
        maxLength={MAX_NAME_LENGTH}
        disabled={isOff}
        value={choice.area}
        onChange={(area) => onChange(id, { area })}
      />
    </li>
  );
});
