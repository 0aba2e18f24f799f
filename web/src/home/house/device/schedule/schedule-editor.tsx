import type { Channel, Component } from '@azulejo/contract';
import { type Program, type Schedule, type SwitchPoint, scheduleWrites } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DialogButtons } from '../../../../design/dialog-buttons.tsx';
import { IconPlus } from '../../../../design/icons.generated.ts';
import { useLiveHome } from '../../../data/live/live-home.ts';
import fields from '../../../devices/controls/fields.module.css';
import type { NumberView } from '../../../devices/controls/number-view.ts';
import type { ControlConfig } from '../../../devices/controls/property.ts';
import { Sheet } from '../../../kit/ui/sheet.tsx';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import { addedPoint, type DraftPoint, draftOf, problemOf } from './draft.ts';
import { PointRow } from './point-row.tsx';
import classes from './schedule.module.css';
import { daysText } from './schedule-text.ts';

type Props = {
  channel: Channel;
  component: Component;
  schedule: Schedule;
  /** The place of the program in the schedule. */
  edited: number;
  numbers: NumberView;
  config: ControlConfig;
  onClose: () => void;
};

/** Changes the times and temperatures of one day, and of others that are to be the same. */
export function ScheduleEditor(props: Props) {
  const { schedule, edited, onClose } = props;
  const reading = usePreferences();
  const program = schedule.programs[edited];
  const draft = useDraft(props);
  const { points, problem, add } = draft;
  const [others, setOthers] = useState<ReadonlySet<number>>(new Set());
  const save = useSave(props);
  if (!program) return null;
  const isBlocked = problem !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlocked) return;
    save(points, others);
    onClose();
  };
  return (
    <Sheet opened onClose={onClose} title={t`Schedule: ${{ day: daysText(program.days, reading, 'long') }}`}>
      <form className={classes.form} onSubmit={submit}>
        <Points {...props} draft={draft} />
        {points.length < program.max && (
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={add}>
            <Trans>Add a time</Trans>
          </Button>
        )}
        <p className={classes.fault} role="alert">
          {problem?.text}
        </p>
        <OtherDays {...props} chosen={others} onChoose={setOthers} />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" disabled={isBlocked}>
            <Trans>Save</Trans>
          </Button>
        </DialogButtons>
      </form>
    </Sheet>
  );
}

/** Edits the times and temperatures of a day. */
function Points({
  schedule,
  edited,
  numbers,
  config,
  draft,
}: Props & { draft: ReturnType<typeof useDraft> }) {
  const { points, change, mark, remove } = draft;
  const min = schedule.programs[edited]?.min ?? 0;
  return (
    <ol className={classes.list}>
      {points.map((point, index) => (
        <PointRow
          key={point.id}
          point={point}
          number={index + 1}
          numbers={numbers}
          config={config}
          isAtMidnight={schedule.startsAtMidnight && index === 0}
          canRemove={points.length > min}
          onChange={(members) => change(point.id, members)}
          onFault={(isFaulty) => mark(point.id, isFaulty)}
          onRemove={() => remove(point.id)}
        />
      ))}
    </ol>
  );
}

/** Manages the points while they are edited, and says what keeps them from being saved. */
function useDraft({ schedule, edited, config }: Props) {
  const [points, setPoints] = useState<readonly DraftPoint[]>(() => draftOf(schedule, edited, config));
  const [faulty, setFaulty] = useState<ReadonlySet<number>>(new Set());
  const mark = (id: number, isFaulty: boolean) =>
    setFaulty((before) => new Set([...before].filter((each) => each !== id).concat(isFaulty ? id : [])));
  const text = problemOf(points);
  return {
    points,
    /** Each temperature says itself what is wrong with it. */
    problem: text !== undefined || faulty.size > 0 ? { text } : undefined,
    mark,
    change: (id: number, members: Partial<DraftPoint>) =>
      setPoints((before) => before.map((each) => (each.id === id ? { ...each, ...members } : each))),
    remove: (id: number) => {
      setPoints((before) => before.filter((each) => each.id !== id));
      mark(id, false);
    },
    add: () => setPoints((before) => [...before, addedPoint(before)]),
  };
}

/** Returns a function that writes what differs from what the device has. */
function useSave({ channel, component, schedule, edited }: Props) {
  const { writes } = useLiveHome();
  return (draft: readonly DraftPoint[], others: ReadonlySet<number>) => {
    const points = draft.map(({ minute = 0, temperature }): SwitchPoint => ({ minute, temperature }));
    const ordered = points.toSorted((one, other) => one.minute - other.minute);
    const isNew = (place: number) =>
      JSON.stringify(schedule.programs[place]?.points) !== JSON.stringify(ordered);
    const changes = new Map([edited, ...others].filter(isNew).map((place) => [place, ordered]));
    for (const { property, data } of scheduleWrites(schedule, changes))
      writes.write({ channel: channel.id, component: component.id, property }, data);
  };
}

/** Days that can take the same points. */
const canTake = (program: Program, { min, max }: Program): boolean =>
  program.isWritable && program.min <= min && program.max >= max;

type OthersProps = Pick<Props, 'schedule' | 'edited'> & {
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
};

function OtherDays({ schedule, edited, chosen, onChoose }: OthersProps) {
  const reading = usePreferences();
  const { programs } = schedule;
  const own = programs[edited];
  const places = [...programs.keys()].filter((place) => {
    const program = programs[place];
    return place !== edited && own && program && canTake(program, own);
  });
  if (places.length === 0) return null;
  const isAll = places.every((place) => chosen.has(place));
  return (
    <fieldset className={classes.others}>
      <legend>
        <Trans>Also use these times on</Trans>
      </legend>
      {places.map((place) => {
        const days = programs[place]?.days ?? [];
        const toggled = new Set(chosen);
        if (!toggled.delete(place)) toggled.add(place);
        return (
          <button
            key={place}
            type="button"
            className={fields.choice}
            aria-pressed={chosen.has(place)}
            onClick={() => onChoose(toggled)}
          >
            {daysText(days, reading, 'short')}
          </button>
        );
      })}
      {places.length > 2 && (
        <button
          type="button"
          className={fields.choice}
          aria-pressed={isAll}
          onClick={() => onChoose(new Set(isAll ? [] : places))}
        >
          <Trans>All days</Trans>
        </button>
      )}
    </fieldset>
  );
}
