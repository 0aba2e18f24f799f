import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

/** Whom or what an entry names. */
const Named = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(
      ['account', 'application', 'device', 'manager', 'user', 'channel', 'template', 'unknown'],
      { type: 'string' },
    ),
    name: Type.Union([Type.String(), Type.Null()], { description: 'Null where it is not there any more.' }),
  },
  { title: 'PortalAuditNamed' },
);

/** Something that was done, or refused. */
export const PortalAuditEntry = Type.Object(
  {
    id: Type.String(),
    at: Timestamp,
    action: Type.String({ description: 'Such as `application.create`; of refusals such as `refused.…`.' }),
    actor: Type.Union([Named, Type.Null()], {
      description: 'Null for the operator, or for who is not known.',
    }),
    target: Type.Union([Named, Type.Null()]),
    address: Type.Union([Type.String(), Type.Null()]),
    detail: Type.Union([Type.String(), Type.Null()]),
    count: Type.Integer({ description: 'How often within the minute, of refusals.' }),
  },
  { title: 'PortalAuditEntry' },
);
export type PortalAuditEntry = Static<typeof PortalAuditEntry>;

export const portalAuditLog = {
  list: operation({
    id: 'portal.auditLog.list',
    summary: 'Read the audit log',
    description: 'Newest first. The next page begins after the cursor that comes as `next`.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/audit-log', input: 'query' }],
    params: Empty,
    input: Type.Object({
      action: Type.Optional(
        Text({
          minLength: 1,
          maxLength: 100,
          description: 'An action, or the words before a dot of several: `application`, `portal.account`.',
        }),
      ),
      actor: Type.Optional(Text({ minLength: 1, maxLength: 320, description: 'Who did it: id or e-mail.' })),
      target: Type.Optional(
        Text({ minLength: 1, maxLength: 320, description: 'To whom or what: id or e-mail.' }),
      ),
      from: Type.Optional(Text({ maxLength: 40, description: 'ISO 8601; not earlier.' })),
      until: Type.Optional(Text({ maxLength: 40, description: 'ISO 8601; earlier than that.' })),
      after: Type.Optional(Text({ maxLength: 100, description: '`next` of the page before.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '50 by default.' })),
    }),
    reply: Type.Object({
      entries: Type.Array(PortalAuditEntry),
      next: Type.Union([Type.String(), Type.Null()], { description: 'Null where the log ends.' }),
    }),
    status: 200,
    errors: [],
    example: {
      input: { action: 'application', limit: 50 },
      reply: {
        entries: [
          {
            id: '0b7f7c38-61a0-4b29-8f57-1e0a4f3c2d11',
            at: '2026-01-02T03:04:05.678+0000',
            action: 'application.rotate-secret',
            actor: { id: '7d0d9a8e-6a4c-4d8f-9f43-3a6a2f1f5b10', kind: 'account', name: 'Rui Costa' },
            target: { id: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20', kind: 'application', name: 'Casa Azul' },
            address: '192.0.2.7',
            detail: null,
            count: 1,
          },
        ],
        next: null,
      },
    },
  }),
};
