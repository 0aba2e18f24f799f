import { Type } from 'typebox';
import { Actor } from '../home/activity.ts';

/** The cause of something, as members of the replies that have a `cause`. */
export const causedBy = {
  cause_type: Type.Optional(
    Type.Enum(['command', 'automation'], {
      type: 'string',
      description:
        'The cause, if it has an id: `command`, a write; `automation`, a run of an automation, which requested a write.',
    }),
  ),
  cause_id: Type.Optional(Type.String({ description: 'The id of the command or of the run.' })),
  by: Type.Optional(
    Type.Object(Actor.properties, { description: 'The automation that did it. Absent for everyone else.' }),
  ),
};

/** How far something is from where its chain of causes began. */
export const inChain = {
  root_id: Type.Optional(
    Type.String({
      description: 'The run with which its chain of causes began. Absent when no automation is part of it.',
    }),
  ),
  depth: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The number of automation runs that led to it, each caused by the previous one.',
    }),
  ),
};
