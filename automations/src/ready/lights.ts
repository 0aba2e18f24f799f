import type {
  AutomationCondition,
  AutomationDefinition,
  AutomationStep,
  AutomationTrigger,
} from '@azulejo/contract';
import { addressKey } from '@azulejo/model';
import {
  addressOf,
  anyOf,
  isHomeKnown,
  type Kind,
  type ReadyHome,
  reported,
  roomLike,
  roomsOf,
  setAll,
  setOne,
  settable,
  share,
} from './home.ts';
import { BEDROOM, BRIGHTNESS, ENTRANCE, LIGHT, LIVING_ROOM, MOTIONS } from './kinds.ts';
import type { Fill } from './types.ts';

const lightsIn = (home: ReadyHome, room?: string) =>
  settable(home, room === undefined ? LIGHT : { ...LIGHT, room }, true);

/** Returns whether it is dark: by the sun, or by the clock in a home whose position is not known. */
const whenDark = ({ facts }: ReadyHome): AutomationCondition =>
  facts.hasPosition ? { kind: 'sun', sun: 'down' } : { kind: 'time', time: { from: '18:00', to: '07:00' } };

/** The lights of the first room with a sensor of motion, or one light if no room has both. */
export const motionLight: Fill = (home, { motionLight: { label } }) => {
  const sensors = MOTIONS.flatMap((kind) => reported(home, kind).map((sensor) => ({ kind, sensor })));
  for (const { kind, sensor } of sensors) {
    const room = sensor.rooms.find((id) => lightsIn(home, id).length > 0);
    const when = room === undefined ? undefined : anyOf(home, { ...kind, room });
    if (room === undefined || !when) continue;
    const set = (value: boolean) => setAll(home, { ...LIGHT, room }, { value });
    return lightFor(home, { label, when, set });
  }
  const [sensor, lamp] = [sensors[0]?.sensor, lightsIn(home)[0]];
  if (!sensor || !lamp) return undefined;
  const set = (value: boolean) => [setOne(lamp, { value })];
  return lightFor(home, { label, when: { kind: 'property', property: addressOf(sensor) }, set });
};

type Light = {
  readonly label: string;
  readonly when: NonNullable<ReturnType<typeof anyOf>>;
  readonly set: (value: boolean) => AutomationStep[];
};

const lightFor = (home: ReadyHome, { label, when, set }: Light): AutomationDefinition => ({
  label,
  mode: 'restart',
  when: [{ ...when, is: 'becomes', value: true }],
  onlyIf: whenDark(home),
  then: [...set(true), { kind: 'wait', wait: 'PT5M' }, ...set(false)],
});

export const allOff: Fill = (home, { allOff: { label } }) => {
  const then = setAll(home, LIGHT, { value: false });
  if (!isHomeKnown(home) || then.length === 0) return undefined;
  return { label, when: [{ kind: 'person', person: 'leaves', place: 'home' }], then };
};

export const welcomeHome: Fill = (home, { welcomeHome: { label } }) => {
  const room = roomLike(home, roomsOf(lightsIn(home)), ENTRANCE);
  if (!isHomeKnown(home) || room === undefined) return undefined;
  return {
    label,
    when: [{ kind: 'person', person: 'arrives', place: 'home' }],
    onlyIf: whenDark(home),
    then: setAll(home, { ...LIGHT, room }, { value: true }),
  };
};

/** The light of a bedroom, which becomes brighter within twenty minutes. */
export const wakeUpLight: Fill = (home, { wakeUpLight: { label } }) => {
  const dimmable = settable(home, BRIGHTNESS, 1);
  const room = roomLike(home, roomsOf(dimmable), BEDROOM);
  const lamp = dimmable.find(({ rooms }) => room !== undefined && rooms.includes(room)) ?? dimmable[0];
  if (!lamp) return undefined;
  const status = lightsIn(home).find(
    ({ channel, component }) => channel === lamp.channel && component === lamp.component,
  );
  const levels = [0.1, 0.5, 1].map((part) => setOne(lamp, { value: share(lamp, part) }));
  const [first, ...others] = levels as [AutomationStep, ...AutomationStep[]];
  return {
    label,
    when: [{ kind: 'time', time: { at: '06:45', days: ['mo', 'tu', 'we', 'th', 'fr'] } }],
    then: [
      first,
      ...(status && addressKey(status) !== addressKey(lamp) ? [setOne(status, { value: true })] : []),
      ...others.flatMap((step): AutomationStep[] => [{ kind: 'wait', wait: 'PT10M' }, step]),
    ],
  };
};

/**
 * Turns lights on in the evening as if somebody were at home. Where it is not known whether somebody is, it is
 * switched off until people switch it on before they leave.
 */
export const holidayLook: Fill = (home, { holidayLook: { label } }) => {
  const room = roomLike(home, roomsOf(lightsIn(home)), LIVING_ROOM);
  if (room === undefined) return undefined;
  const lights: Kind = { ...LIGHT, room };
  const evening: AutomationTrigger = home.facts.hasPosition
    ? { kind: 'sun', id: 't1', sun: { event: 'sunset', offset: 'PT20M' } }
    : { kind: 'time', id: 't1', time: { at: '19:30' } };
  return {
    label,
    ...(isHomeKnown(home)
      ? { onlyIf: { kind: 'person', person: 'is-not-at', place: 'home' } }
      : { enabled: false }),
    when: [evening, { kind: 'time', id: 't2', time: { at: '22:45' } }],
    then: [
      ...setAll(home, lights, { value: true, for: ['t1'] }),
      ...setAll(home, lights, { value: false, for: ['t2'] }),
    ],
  };
};
