import { type PortalAuditEntry, type portalResources, toTimestamp } from '@azulejo/contract';
import { type AuditPosition, type AuditRecord, readAudit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { checkAll, invalidField } from '../../platform/api-error.ts';
import type { PortalHandlers } from '../portal-accounts/index.ts';
import { idsOf, namesOf } from './read-models/audit-names.ts';

const PAGE = 50;

export function auditLogHandlers({ db }: { db: Db }): PortalHandlers<typeof portalResources.auditLog> {
  return {
    list: async ({ input }) => {
      const { action, actor, target, limit = PAGE } = input;
      const [from, until, after] = checkAll(
        () => readTime('from', input.from),
        () => readTime('until', input.until),
        () => readCursor(input.after),
      );
      const filter = {
        action,
        actorIds: actor === undefined ? undefined : await idsOf(db, actor),
        targetIds: target === undefined ? undefined : await idsOf(db, target),
        from,
        until,
      };
      const found = await readAudit(db, filter, { after, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const names = await namesOf(db, page);
      return {
        body: {
          entries: page.map((record) => toWire(record, names)),
          next: last ? `${last.at}.${last.id}` : null,
        },
      };
    },
  };
}

function readTime(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidField(field, 'must be a time, such as 2026-01-02T03:04:05Z');
  return time;
}

function readCursor(text: string | undefined): AuditPosition | undefined {
  if (text === undefined) return undefined;
  const [, at, id] = /^(\d{1,15})\.(.+)$/.exec(text) ?? [];
  if (at === undefined || id === undefined) throw invalidField('after', 'is not a cursor of this list');
  return { at: Number(at), id };
}

function toWire(
  { id, at, action, actor_id, target_id, address, detail, count }: AuditRecord,
  names: Awaited<ReturnType<typeof namesOf>>,
): PortalAuditEntry {
  return {
    id,
    at: toTimestamp(at),
    action,
    actor: names.get(actor_id ?? '') ?? null,
    target: names.get(target_id ?? '') ?? null,
    address,
    detail,
    count,
  };
}
