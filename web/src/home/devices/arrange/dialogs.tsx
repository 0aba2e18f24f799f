import type { Tile, TileGroup } from '@azulejo/contract';
import { MAX_NAME_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';
import type { GroupTile } from '../tiles/lamp-groups.ts';
import classes from './arrange.module.css';
import { ChangeForm } from './change-form.tsx';
import { groupsIn, type HomeOrder, type Place } from './home-order.ts';
import { choicesOf, LampGroupForm, lampsIn } from './lamp-group-form.tsx';
import { MoveForm } from './move-form.tsx';

/** The dialog that is open; one at a time. */
export type Requested =
  | { readonly about: 'new'; readonly area?: TileGroup }
  | { readonly about: 'change'; readonly group: TileGroup }
  | { readonly about: 'rename'; readonly group: TileGroup }
  | { readonly about: 'delete'; readonly group: TileGroup }
  | { readonly about: 'move'; readonly tile: Tile }
  /** A new group of lamps of the room, or the change of one. */
  | { readonly about: 'lamps'; readonly room: TileGroup }
  | { readonly about: 'lamps'; readonly lamps: GroupTile };

type Props = {
  requested: Requested | undefined;
  order: HomeOrder;
  onRequest: (requested: Requested | undefined) => void;
  /** Called after the platform changed something; reloads the home. */
  onChanged: () => Promise<void>;
  onPlace: (tile: Tile, place: Place) => void;
  onShift: (group: TileGroup, by: 1 | -1) => void;
  onInto: (group: TileGroup, area: TileGroup) => void;
  /** Called after the subject of the dialog was deleted. */
  onDeleted: () => void;
};

export function Dialogs({ requested, ...props }: Props) {
  return (
    <Sheet
      opened={requested !== undefined}
      onClose={() => props.onRequest(undefined)}
      title={requested && titleOf(requested)}
      transitionProps={{ exitDuration: 0 }}
    >
      {requested && <Content key={requested.about} requested={requested} {...props} />}
    </Sheet>
  );
}

function titleOf(requested: Requested): string {
  if (requested.about === 'new')
    return requested.area ? t`New group in ${requested.area.label}` : t`New area`;
  if (requested.about === 'change') return requested.group.label;
  if (requested.about === 'rename') return t`Rename ${requested.group.label}`;
  if (requested.about === 'delete') return t`Delete ${requested.group.label}?`;
  if (requested.about === 'lamps')
    return 'lamps' in requested
      ? requested.lamps.label
      : t`Lamps of ${{ room: requested.room.label }} as one tile`;
  return t`Move ${requested.tile.label}`;
}

function Content({
  requested,
  order,
  onRequest,
  onPlace,
  onShift,
  onInto,
  ...props
}: Props & { requested: Requested }) {
  const onClose = () => onRequest(undefined);
  if (requested.about === 'move') {
    const place = (chosen: Place) => {
      onPlace(requested.tile, chosen);
      onClose();
    };
    return <MoveForm tile={requested.tile} order={order} onPlace={place} />;
  }
  if (requested.about === 'lamps') {
    const group = 'lamps' in requested ? requested.lamps : undefined;
    const lamps = 'lamps' in requested ? choicesOf(requested.lamps, order) : lampsIn(order, requested.room);
    return <LampGroupForm lamps={lamps} group={group} onClose={onClose} />;
  }
  if (requested.about === 'change') {
    const { group } = requested;
    const closing =
      <Value,>(act: (group: TileGroup, value: Value) => void) =>
      (value: Value) => {
        act(group, value);
        onClose();
      };
    return (
      <ChangeForm
        group={group}
        order={order}
        onRename={() => onRequest({ about: 'rename', group })}
        onAddGroup={() => onRequest({ about: 'new', area: group })}
        onGroupLamps={() => onRequest({ about: 'lamps', room: group })}
        onDelete={() => onRequest({ about: 'delete', group })}
        onShift={closing(onShift)}
        onInto={closing(onInto)}
      />
    );
  }
  return <SavedForm requested={requested} order={order} onClose={onClose} {...props} />;
}

type SavedProps = Pick<Props, 'order' | 'onChanged' | 'onDeleted'> & {
  requested: Exclude<Requested, { about: 'move' | 'change' | 'lamps' }>;
  onClose: () => void;
};

/** Renders a form that closes when the platform has saved it. */
function SavedForm({ requested, order, onClose, onChanged, onDeleted }: SavedProps) {
  const { client } = useSession();
  const changing = useMutation({
    mutationFn: async (work: () => Promise<unknown>) => {
      await work();
      await onChanged();
    },
    onSuccess: () => {
      onClose();
      if (requested.about === 'delete') onDeleted();
    },
  });
  const form = {
    isSaving: changing.isPending,
    problem: changing.error && <ErrorState error={changing.error} />,
    onClose,
  };
  if (requested.about === 'delete') {
    const input = { user_id: 'me', group_id: requested.group.id };
    const remove = () => changing.mutate(() => client.tileGroups.remove(input));
    return <DeleteForm text={whatStays(requested.group, order)} onDelete={remove} {...form} />;
  }
  const save = (label: string) =>
    requested.about === 'rename'
      ? client.tileGroups.update({ user_id: 'me', group_id: requested.group.id, label })
      : client.tileGroups.create({
          user_id: 'me',
          label,
          ...(requested.area && { parent: requested.area.id }),
        });
  return (
    <LabelForm
      label={requested.about === 'rename' ? requested.group.label : ''}
      onSave={(label) => changing.mutate(() => save(label))}
      {...form}
    />
  );
}

type Form = { isSaving: boolean; problem: ReactNode; onClose: () => void };

function DeleteForm({ text, onDelete, ...form }: Form & { text: string; onDelete: () => void }) {
  const words = useFocused<HTMLParagraphElement>();
  return (
    <Stack>
      <Text ref={words} tabIndex={-1} className={classes.words}>
        {text}
      </Text>
      {form.problem}
      <Answers onClose={form.onClose}>
        <Button color="red" size="md" loading={form.isSaving} onClick={onDelete}>
          <Trans>Delete</Trans>
        </Button>
      </Answers>
    </Stack>
  );
}

/** Explains what happens to the tiles when the platform deletes the area or group. */
function whatStays(group: TileGroup, { groups }: HomeOrder): string {
  const parent = groups.find(({ id }) => id === group.parent);
  if (parent) return t`No devices are removed. They stay in ${parent.label}.`;
  const home = groups.find(({ isDefault }) => isDefault)?.label ?? t`the first area`;
  const isEmpty = groupsIn(groups, group).length === 0;
  return isEmpty
    ? t`No devices are removed. They move to ${home}.`
    : t`No devices are removed. Devices and groups move to ${home}.`;
}

function LabelForm(props: Form & { label: string; onSave: (label: string) => void }) {
  const [label, setLabel] = useState(props.label);
  const [isTried, setIsTried] = useState(false);
  const isEmpty = label.trim() === '';
  const field = useFocused<HTMLInputElement>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (!isEmpty) props.onSave(label.trim());
      }}
    >
      <Stack>
        <TextInput
          label={t`Name`}
          size="md"
          maxLength={MAX_NAME_LENGTH}
          ref={field}
          value={label}
          error={isTried && isEmpty ? t`Type a name.` : undefined}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        {props.problem}
        <Answers onClose={props.onClose}>
          <Button type="submit" size="md" loading={props.isSaving}>
            <Trans>Save</Trans>
          </Button>
        </Answers>
      </Stack>
    </form>
  );
}

const Answers = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Group justify="flex-end">
    <Button variant="default" size="md" onClick={onClose}>
      <Trans>Cancel</Trans>
    </Button>
    {children}
  </Group>
);

/** Focuses the element when it is mounted, also in a dialog that was open before. */
function useFocused<Element extends HTMLElement>() {
  const element = useRef<Element>(null);
  useEffect(() => {
    element.current?.focus();
  }, []);
  return element;
}
