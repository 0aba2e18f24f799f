import { type Static, Type } from 'typebox';
import { AutomationProperty, AutomationPropertyGroup, onFailure, stepOf, unit } from '../parts.ts';

export const AutomationSetStep = Type.Object(
  {
    ...stepOf('set'),
    set: Type.Union([AutomationProperty, Type.Object({ properties: AutomationPropertyGroup })], {
      description: 'The property to set, or `{properties}` to set every property of a group.',
    }),
    value: Type.Unknown({ description: 'Valid against the property’s schema.' }),
    unit,
    only: Type.Optional(
      Type.Enum(['if-different', 'always'], {
        type: 'string',
        description:
          'Whether the value is written if the property has it already, or will have it by a write that is on its way to the device; `if-different` if absent.',
      }),
    ),
    else: onFailure(
      'If the device does not do it, `go-on` (the default) continues with the next step, and `stop` ends the run.',
    ),
  },
  { title: 'AutomationSetStep', description: 'Sets a property. A write without an answer is repeated once.' },
);
export type AutomationSetStep = Static<typeof AutomationSetStep>;
