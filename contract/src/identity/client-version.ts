import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

export const versions = {
  get: operation({
    id: 'versions.get',
    summary: 'Read how long an app version may be used',
    description: 'Set by the operator. Without `goodUntil` there is no end date.',
    origin: 'auth',
    access: 'public',
    bindings: [{ method: 'GET', path: '/v3/legacy/clients/{platform}/versions/{version}', input: 'query' }],
    params: Type.Object({ platform: Id('`android` or `ios`.'), version: Id('For example `3.5.2`.') }),
    input: Empty,
    reply: Type.Object(
      {
        minimumVersion: Type.String({ description: 'The oldest version that may be used.' }),
        goodUntil: Type.Optional(Timestamp),
      },
      { title: 'ClientVersion' },
    ),
    status: 200,
    errors: ['not_found', 'precondition_failed'],
    example: {
      input: { platform: 'android', version: '3.5.2' },
      reply: { minimumVersion: '3.6.0', goodUntil: '2027-01-31T00:00:00.000+0000' },
    },
  }),
};
