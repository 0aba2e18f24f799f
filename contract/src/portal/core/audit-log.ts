import { type Static, Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Empty, Text } from '../../text.ts';
import { Timestamp } from '../../timestamp.ts';

/** A person or thing that an entry refers to. */
const Named = Type.Object(
  {
    id: Type.String({ description: 'Its id.' }),
    kind: Type.Enum(
      ['account', 'application', 'device', 'manager', 'user', 'channel', 'template', 'unknown'],
      { type: 'string', description: 'What the id belongs to; `account` is one of the portal.' },
    ),
    name: Type.Union([Type.String(), Type.Null()], { description: 'Null if it no longer exists.' }),
  },
  { title: 'PortalAuditNamed' },
);

/** An action that was done or refused. */
export const PortalAuditEntry = Type.Object(
  {
    id: Type.String({ description: 'Id of the entry.' }),
    at: Timestamp,
    action: Type.String({ description: 'For example `application.create`; for refusals `refused.…`.' }),
    actor: Type.Union([Named, Type.Null()], {
      description: 'Null for the operator, or if unknown.',
    }),
    target: Type.Union([Named, Type.Null()], {
      description: 'What it was done to; null if nothing in particular.',
    }),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'IP address of the request; null if it did not come over the network.',
    }),
    detail: Type.Union([Type.String(), Type.Null()], {
      description: 'More about the action, such as a version; null if there is nothing to add.',
    }),
    count: Type.Integer({ description: 'For refusals: how often within the minute.' }),
  },
  { title: 'PortalAuditEntry' },
);
export type PortalAuditEntry = Static<typeof PortalAuditEntry>;

export const portalAuditLog = {
  list: operation({
    id: 'portal.auditLog.list',
    summary: 'Read the audit log',
    description: 'Newest first. Send `next` as `after` to get the next page.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/audit-log', input: 'query' }],
    params: Empty,
    input: Type.Object({
      action: Type.Optional(
        Text({
          minLength: 1,
          maxLength: 100,
          description: 'An action, or the prefix of several actions: `application`, `portal.account`.',
        }),
      ),
      actor: Type.Optional(Text({ minLength: 1, maxLength: 320, description: 'Who did it: id or e-mail.' })),
      target: Type.Optional(
        Text({ minLength: 1, maxLength: 320, description: 'Whom or what it was done to: id or e-mail.' }),
      ),
      from: Type.Optional(Text({ maxLength: 40, description: 'Start of the range (inclusive), ISO 8601.' })),
      until: Type.Optional(Text({ maxLength: 40, description: 'End of the range (exclusive), ISO 8601.' })),
      after: Type.Optional(Text({ maxLength: 100, description: '`next` of the previous page.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '50 by default.' })),
    }),
    reply: Type.Object({
      entries: Type.Array(PortalAuditEntry, { description: 'The entries of this page.' }),
      next: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
    }),
    list: { items: 'entries', next: { send: 'after', reply: 'next' } },
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
