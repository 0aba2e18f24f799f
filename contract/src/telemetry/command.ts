import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id } from '../text.ts';
import { Timestamp } from '../timestamp.ts';
import { causedBy, inChain } from './cause.ts';

/** The state of a write. All but `open` are final. */
export const CommandState = Type.Enum(['open', 'done', 'answered', 'unanswered', 'refused', 'superseded'], {
  type: 'string',
  description:
    '`open`: waiting for the device. `done`: the device reported the requested value. `answered`: it reported another value. `unanswered`: the deadline passed, or the device was not connected. `refused`: the device refused the write. `superseded`: a newer write to the same property replaced it.',
});
export type CommandState = Static<typeof CommandState>;

export const Command = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Absent for a report, which needs no answer.' })),
    href: Type.Optional(Type.String({ description: 'Path of the command.' })),
    state: CommandState,
    channel: Type.String({ description: 'Channel id.' }),
    component: Type.String({ description: 'Component id.' }),
    property: Type.String({ description: 'Property id.' }),
    data: Type.Unknown({ description: 'The requested value.' }),
    sender: Type.Optional(Type.String({ description: 'The client that sent the write.' })),
    on_behalf_of: Type.Optional(Type.String({ description: 'The user for whom it was sent.' })),
    ...causedBy,
    ...inChain,
    created: Timestamp,
    deadline: Type.Optional(Timestamp),
    settled: Type.Optional(Timestamp),
    answer: Type.Optional(Type.Unknown({ description: 'The value that the device reported.' })),
    reason: Type.Optional(
      Type.String({
        description:
          'Why it was refused, e.g. `unreachable`. An unanswered write that was never sent has `not-connected`.',
      }),
    ),
  },
  { title: 'Command', description: 'A write and its result.' },
);
export type Command = Static<typeof Command>;

export const commands = {
  get: operation({
    id: 'commands.get',
    summary: 'Read the result of a write',
    description: 'Commands are kept for 30 days.',
    origin: 'base',
    access: 'command',
    needs: 'control',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: '/v3/commands/{command_id}', input: 'query' }],
    params: Type.Object({ command_id: Id('Command id.') }),
    input: Empty,
    reply: Command,
    status: 200,
    errors: ['not_found'],
    example: {
      input: { command_id: '6c6f1c1e-0b5e-4a43-8c55-3f7a0f3f2b10' },
      reply: {
        id: '6c6f1c1e-0b5e-4a43-8c55-3f7a0f3f2b10',
        href: '/v3/commands/6c6f1c1e-0b5e-4a43-8c55-3f7a0f3f2b10',
        state: 'unanswered',
        channel: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
        component: 'light-bulb',
        property: 'status',
        data: true,
        created: '2026-01-02T03:04:05.600+0000',
        deadline: '2026-01-02T03:04:10.600+0000',
        settled: '2026-01-02T03:04:10.600+0000',
      },
    },
  }),
};
