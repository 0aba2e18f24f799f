import { type Static, Type } from 'typebox';
import { Text } from '../text.ts';

/** Parts of an automation's definition that triggers, conditions and steps share. */

/** ISO 8601 5.5.2.4 without years and months, whose length depends on the date. */
const DURATION =
  '(?:\\d{1,4}W|(?=\\d|T\\d)(?:\\d{1,4}D)?(?:T(?=\\d)(?:\\d{1,5}H)?(?:\\d{1,6}M)?(?:\\d{1,7}S)?)?)';

export const AutomationDuration = (description: string) =>
  Type.String({
    pattern: `^P${DURATION}$`,
    maxLength: 32,
    description: `${description} ISO 8601, from \`PT1S\` to \`P30D\`.`,
    examples: ['PT5M'],
  });

/** A duration that may be negative. */
export const AutomationOffset = (description: string) =>
  Type.String({
    pattern: `^-?P${DURATION}$`,
    maxLength: 32,
    description: `${description} ISO 8601, from \`-PT12H\` to \`PT12H\`.`,
    examples: ['-PT15M'],
  });

export const TimeOfDay = (description: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description, examples: ['07:00'] });

const id = (description: string) => Text({ minLength: 1, maxLength: 200, description });

/** Ids of parts are stable: they stay the same when other parts are added, moved or removed. */
const partId = (letter: 't' | 'c' | 's', what: string) =>
  Type.Optional(
    Type.String({
      pattern: `^${letter}[1-9]\\d{0,3}$`,
      description: `Id of the ${what}, unique in the automation; runs and problems name it. Assigned if absent, then stable.`,
    }),
  );

/** The discriminator of triggers, conditions and steps. */
const kindOf = <const Kind extends string>(kind: Kind) => Type.Literal(kind, { description: 'Its kind.' });

/** The members of every trigger. */
export const triggerOf = <const Kind extends string>(kind: Kind) => ({
  kind: kindOf(kind),
  id: partId('t', 'trigger'),
});

/** The members of every condition. */
export const conditionOf = <const Kind extends string>(kind: Kind) => ({
  kind: kindOf(kind),
  id: partId('c', 'condition'),
});

/** The members of every step. */
export const stepOf = <const Kind extends string>(kind: Kind) => ({
  kind: kindOf(kind),
  id: partId('s', 'step'),
  for: Type.Optional(
    Type.Array(Type.String({ pattern: '^t[1-9]\\d{0,3}$', description: 'Id of a trigger.' }), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'Only when one of these triggers started the run; always if absent.',
    }),
  ),
});

export const onFailure = (description: string) =>
  Type.Optional(Type.Enum(['go-on', 'stop'], { type: 'string', description }));

export const AutomationProperty = Type.Object(
  {
    channel: id('Channel id.'),
    component: id('Component id.'),
    property: id('Property id.'),
  },
  { title: 'AutomationProperty', description: 'A property of a device.' },
);
export type AutomationProperty = Static<typeof AutomationProperty>;

export const AutomationPropertyGroup = Type.Object(
  {
    class: Type.String({
      pattern: '^[a-z0-9-]+\\.[a-z0-9-]+$',
      maxLength: 120,
      description: 'The last two words of the properties’ class, e.g. `security.open` or `battery.battery`.',
    }),
    component: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 100,
        description: 'Only components of this type, e.g. `light-bulb`.',
      }),
    ),
    room: Type.Optional(id('Only devices in this tile group; in the whole home if absent.')),
    of: Type.Enum(['any', 'every'], {
      type: 'string',
      description:
        '`any`: one of them is enough; as a trigger, each of them fires on its own. `every`: all of them; as a trigger, it fires when the last one becomes true.',
    }),
  },
  {
    title: 'AutomationPropertyGroup',
    description:
      'All properties of a class, such as every battery or any light in the living room, evaluated when it is used: devices that are added later are included. At most 100 properties.',
  },
);
export type AutomationPropertyGroup = Static<typeof AutomationPropertyGroup>;

export const property = Type.Optional(AutomationProperty);
export const properties = Type.Optional(AutomationPropertyGroup);

export const value = (description: string) => Type.Optional(Type.Unknown({ description }));

export const unit = Type.Optional(
  Text({
    maxLength: 60,
    description: 'Key of the unit of `value`, e.g. `fahrenheit`; the unit of the property if absent.',
  }),
);

export const AutomationDays = Type.Array(
  Type.Enum(['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'], {
    type: 'string',
    description: 'A day of the week.',
  }),
  { minItems: 1, maxItems: 7, uniqueItems: true, description: 'Only on these days; daily if absent.' },
);
export type AutomationDay = Static<typeof AutomationDays>[number];

export const place = id('Place id, or `home` for the place of the home.');

export const who = Type.Optional(
  Type.Array(id('User id.'), {
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    description: 'User ids; the automation’s owner if absent.',
  }),
);

export { id as automationRef };
