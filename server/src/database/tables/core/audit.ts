import { defineTable, integer, text } from '../../define-table.ts';

export const auditTables = {
  /** The audit log. Refusals are counted per principal, rule, target and minute. */
  audit: defineTable({
    owner: 'core/audit',
    personalData: { of: 'user', column: 'actor_id', order: ['at', 'id'], hidden: ['seal'] },
    columns: {
      id: text(),
      at: integer(),
      actor_id: text().nullable(),
      action: text(),
      target_id: text().nullable(),
      address: text().nullable(),
      detail: text().nullable(),
      count: integer(),
      /** 1 for counted refusals, which have their own retention. */
      is_refusal: integer().withDefault(),
      /** The number of its seal; null until it is sealed. */
      seal: integer().nullable(),
    },
    key: ['id'],
  }),

  /** A chain of hashes over the entries of the audit log. It has no content of theirs, and outlives them. */
  audit_seals: defineTable({
    owner: 'core/audit',
    personalData: 'none',
    columns: {
      n: integer().withDefault(),
      at: integer(),
      is_refusal: integer(),
      /** Of the entry. */
      hash: text(),
      /** Of this seal and the one before. */
      chain: text(),
    },
    key: ['n'],
  }),
};
