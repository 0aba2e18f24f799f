import type { SceneIcon as IconName, Scene, SceneInput, SceneSetting, Tile } from '@azulejo/contract';
import { MAX_LABEL_LENGTH } from '@azulejo/contract/limits';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { FormError } from '../../../design/form-error.tsx';
import { IconPlus } from '../../../design/icons.generated.ts';
import { IconTrash } from '../../../design/page-icons.generated.ts';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';
import { ChooseTiles } from './choose-tiles.tsx';
import { SceneIcon, sceneIcons } from './scene-icon.tsx';
import classes from './scenes.module.css';
import { LeftOut, SettingList } from './setting-list.tsx';
import { isOutdated, useSaveScene } from './use-scenes.ts';

/** The contract has the same limit. */

type Props = {
  /** The scene to change; a new one without it. */
  scene: Scene | undefined;
  onDelete: (scene: Scene) => void;
  onClose: () => void;
};

/** Creates a scene from what devices do now, or changes one. */
export function SceneForm({ scene, onDelete, onClose }: Props) {
  const [base, setBase] = useState(scene);
  const [draft, setDraft] = useState(() => draftOf(scene));
  const [isChoosing, setIsChoosing] = useState(scene === undefined);
  const { settings } = draft;
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const { tilesOf, capture } = useCapture(settings, (next) => {
    set({ settings: next });
    setIsChoosing(false);
  });
  const save = useSaveScene(onClose);
  const saveOn = (current: Scene | undefined) => save.mutate({ draft: inputOf(draft), base: current });
  if (isChoosing)
    return (
      <ChooseTiles
        without={tilesOf(settings)}
        isBusy={capture.isPending}
        error={capture.error}
        onChosen={(tiles) => capture.mutate(tiles)}
        onCancel={() => (settings.length > 0 ? setIsChoosing(false) : onClose())}
      />
    );
  const choose = () => {
    capture.reset();
    setIsChoosing(true);
  };
  const restart = (current: Scene) => {
    setBase(current);
    setDraft(draftOf(current));
    save.reset();
  };
  const replace = (current: Scene) => {
    setBase(current);
    saveOn(current);
  };
  return (
    <DraftForm
      draft={draft}
      onChange={set}
      onSave={() => saveOn(base)}
      onClose={onClose}
      isSaving={save.isPending}
    >
      <LeftOut tiles={capture.data?.leftOut ?? []} />
      <DeviceButtons
        base={base}
        isReading={capture.isPending}
        onAdd={choose}
        onRead={settings.length > 0 ? () => capture.mutate(tilesOf(settings)) : undefined}
        onDelete={onDelete}
      />
      {base && isOutdated(save.error) ? (
        <Outdated id={base.id} onTheirs={restart} onMine={replace} />
      ) : (
        <FormError error={save.error ?? capture.error} />
      )}
    </DraftForm>
  );
}

/** Holds what the person has entered. */
type Draft = Pick<Scene, 'label' | 'icon'> & {
  readonly settings: readonly SceneSetting[];
  readonly show_in_watch?: boolean;
};

const draftOf = (scene: Scene | undefined): Draft =>
  scene
    ? { label: scene.label, icon: scene.icon, settings: scene.settings, show_in_watch: scene.show_in_watch }
    : { label: '', icon: 'play', settings: [] };

const inputOf = (draft: Draft): SceneInput => ({
  ...draft,
  label: draft.label.trim(),
  settings: [...draft.settings],
});

type DraftProps = {
  draft: Draft;
  isSaving: boolean;
  onChange: (part: Partial<Draft>) => void;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
};

function DraftForm({
  draft: { label, icon, settings },
  isSaving,
  onChange,
  onSave,
  onClose,
  children,
}: DraftProps) {
  const [isTried, setIsTried] = useState(false);
  const isNamed = label.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (isNamed && settings.length > 0) onSave();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t`Name`}
          size="md"
          maxLength={MAX_LABEL_LENGTH}
          data-autofocus
          value={label}
          error={isTried && !isNamed ? t`Type a name.` : undefined}
          onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
        />
        <IconChoice value={icon} onChange={(next) => onChange({ icon: next })} />
        <SettingList settings={settings} onChange={(next) => onChange({ settings: next })} />
        {children}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={isSaving} disabled={settings.length === 0}>
            <Trans>Save</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

type ButtonsProps = {
  base: Scene | undefined;
  isReading: boolean;
  onAdd: () => void;
  /** Undefined while there is no device to read. */
  onRead: (() => void) | undefined;
  onDelete: (scene: Scene) => void;
};

function DeviceButtons({ base, isReading, onAdd, onRead, onDelete }: ButtonsProps) {
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={onAdd}>
        <Trans>Add devices</Trans>
      </Button>
      {base && (
        <>
          <Button variant="default" loading={isReading} disabled={!onRead} onClick={onRead}>
            <Trans>Use their current states</Trans>
          </Button>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={18} />}
            onClick={() => onDelete(base)}
          >
            <Trans>Delete scene</Trans>
          </Button>
        </>
      )}
    </Group>
  );
}

/** Reads what devices do now into the settings. Devices that are left out keep the settings that they had. */
function useCapture(settings: readonly SceneSetting[], onCaptured: (next: readonly SceneSetting[]) => void) {
  const { client } = useSession();
  const { tiles } = useHome();
  const capture = useMutation({
    mutationFn: async (chosen: readonly Tile[]) => {
      const read = await client.scenes.capture({ tiles: chosen.map(({ id }) => id) });
      return { read, leftOut: chosen.filter(({ id }) => read.left_out.includes(id)) };
    },
    onSuccess: ({ read }) => {
      const isRead = (old: SceneSetting) => read.settings.some((fresh) => isOfSamePart(old, fresh));
      onCaptured([...settings.filter((old) => !isRead(old)), ...read.settings]);
    },
  });
  const tilesOf = (some: readonly SceneSetting[]) =>
    tiles.filter(({ channel, components }) =>
      some.some((each) => each.channel === channel && components.some(({ id }) => id === each.component)),
    );
  return { capture, tilesOf };
}

const isOfSamePart = (one: SceneSetting, other: SceneSetting): boolean =>
  one.channel === other.channel && one.component === other.component;

type IconChoiceProps = { value: IconName; onChange: (icon: IconName) => void };

/** Chooses the picture of a scene. */
function IconChoice({ value, onChange }: IconChoiceProps) {
  const name = useId();
  return (
    <fieldset className={classes.icons}>
      <legend>
        <Trans>Picture</Trans>
      </legend>
      {(Object.keys(sceneIcons) as IconName[]).map((each) => (
        <label key={each} className={classes.icon} title={i18n._(sceneIcons[each].label)}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          <SceneIcon name={each} size={22} />
          <span className="visually-hidden">{i18n._(sceneIcons[each].label)}</span>
        </label>
      ))}
    </fieldset>
  );
}

type OutdatedProps = {
  id: string;
  /** Called with the current scene, to change that one. */
  onTheirs: (current: Scene) => void;
  /** Called with the current scene, to replace it. */
  onMine: (current: Scene) => void;
};

/** Says that the scene was changed elsewhere, and asks which of the two to keep. */
function Outdated({ id, onTheirs, onMine }: OutdatedProps) {
  const { client } = useSession();
  const read = useMutation({
    mutationFn: (_then: (current: Scene) => void) => client.scenes.get({ scene_id: id }),
    onSuccess: (current, then) => then(current),
  });
  return (
    <div className={classes.outdated} role="alert">
      <Text>
        <Trans>This scene was changed elsewhere in the meantime.</Trans>
      </Text>
      <Group gap="xs" mt="sm">
        <Button variant="default" loading={read.isPending} onClick={() => read.mutate(onTheirs)}>
          <Trans>Load that version</Trans>
        </Button>
        <Button variant="default" loading={read.isPending} onClick={() => read.mutate(onMine)}>
          <Trans>Save mine instead</Trans>
        </Button>
      </Group>
      <FormError error={read.error} />
    </div>
  );
}
