import type { TemplateProperty } from '@azulejo/contract';

/**
 * The times, places and scenes that automations can use, in the form that the editors of the phone apps read.
 * The platform fills in the options of `PLACE_CONTROL` and `SCENE_CONTROL` for each user.
 */
type Rules = Pick<TemplateProperty, 'controlInterfaces' | 'triggers' | 'states' | 'actions'>;
type Rule = TemplateProperty['triggers'][number];

/** The property that says at which place the person is, and its control. */
export const PLACE_PROPERTY = 'place';
export const PLACE_CONTROL = 'place';
/** The property by which an automation plays a scene, and its control. */
export const SCENE_PROPERTY = 'run';
export const SCENE_CONTROL = 'scene';

/** The value of the place property of a person who is at none of the places. */
export const AWAY = 'away';

/** Returns a condition whose inputs have the names of the controls that give them. */
const rule = (
  id: Rule['condition'],
  label: string,
  [predicateLabel, inputsLabel]: readonly [string, string],
  controls: readonly string[],
): Rule => ({
  id,
  condition: id,
  inputs: controls.map((control) => ({
    controlInterfaceId: control,
    id: control,
    path: [{ source: '$', target: '$' }],
  })),
  inputsLabel,
  label,
  predicateLabel,
});

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ label, value }));

const picker = (id: string, labels: Readonly<Record<string, string>>, config: object = {}) => ({
  id,
  controlInterface: 'text-picker' as const,
  config: { options: options(labels), ...config },
});

const days = {
  mo: 'Monday',
  tu: 'Tuesday',
  we: 'Wednesday',
  th: 'Thursday',
  fr: 'Friday',
  sa: 'Saturday',
  su: 'Sunday',
};

export const timeRules: Rules = {
  controlInterfaces: [
    { id: 'time', controlInterface: 'time-picker', config: {} },
    { id: 'from', controlInterface: 'time-picker', config: {} },
    { id: 'to', controlInterface: 'time-picker', config: {} },
    picker('days', days, { multiple: true }),
    picker('event', { sunrise: 'Sunrise', sunset: 'Sunset' }),
    { id: 'offset', controlInterface: 'duration', config: { min: '-PT12H', max: 'PT12H' } },
    { id: 'every', controlInterface: 'duration', config: { min: 'PT1S', max: 'P30D' } },
    picker('sun', { up: 'Up', down: 'Down' }),
  ],
  // Both apps exclude the device of the trigger from the conditions, so the days are part of the trigger.
  triggers: [
    rule('at', 'Time of day', ['is', '{{time}}'], ['time', 'days']),
    rule('sun', 'Sunrise or sunset', ['is', '{{event}}'], ['event', 'offset', 'days']),
    rule('every', 'At an interval', ['passes every', '{{every}}'], ['every']),
  ],
  states: [
    rule('between', 'Between two times', ['is between', '{{from}} and {{to}}'], ['from', 'to', 'days']),
    rule('sun-is', 'The sun', ['has the sun', '{{sun}}'], ['sun']),
    rule('weekday-is', 'Day of the week', ['is on', '{{days}}'], ['days']),
  ],
  actions: [],
};

export const placeRules: Rules = {
  controlInterfaces: [{ id: PLACE_CONTROL, controlInterface: 'place-picker', config: { options: [] } }],
  triggers: [
    rule('arrives', 'Arrives at a place', ['arrives at', '{{place}}'], [PLACE_CONTROL]),
    rule('leaves', 'Leaves a place', ['leaves', '{{place}}'], [PLACE_CONTROL]),
  ],
  states: [
    rule('is-at', 'Is at a place', ['is at', '{{place}}'], [PLACE_CONTROL]),
    rule('is-not-at', 'Is not at a place', ['is not at', '{{place}}'], [PLACE_CONTROL]),
  ],
  actions: [],
};

export const sceneRules: Rules = {
  controlInterfaces: [{ id: SCENE_CONTROL, controlInterface: 'text-picker', config: { options: [] } }],
  triggers: [],
  states: [],
  actions: [rule('equals', 'Play a scene', ['play', '{{scene}}'], [SCENE_CONTROL])],
};

/** Properties that only the platform writes: a phone reports neither where a person is nor that a scene plays. */
export const platformPropertyIds: readonly string[] = [PLACE_PROPERTY, SCENE_PROPERTY];
