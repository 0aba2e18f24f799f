import { defineTable, integer, text } from '../../define-table.ts';

export const serversTables = {
  /** The servers of a PostgreSQL database. A row is valid until its time has passed. */
  servers: defineTable({
    owner: 'core/servers',
    personalData: 'none',
    columns: {
      id: text(),
      /** Differs each time the server joins. What it held in another epoch it holds no more. */
      epoch: text(),
      /** What people call it: its host name, unless SERVER_NAME says another. */
      name: text(),
      version: text(),
      /** The newest migration that it knows. */
      schema: text(),
      /** Where its bus is, without accounts. */
      bus: text(),
      /** The newest version of the format of messages between servers that it knows. */
      bus_version: integer(),
      /** Of its newest sealing key. */
      key_fingerprint: text(),
      /** What MQTT over TLS serves: `off`, `operator`, or `own` with the fingerprint of its authorities. */
      mqtt_certificate: text(),
      started: integer(),
      until: integer(),
      /** 1 while it stops, and takes no more work. */
      draining: integer().withDefault(),
      /** 1 when an operator has asked it to drain. */
      asked_to_drain: integer().withDefault(),
      /** What it measured last, as JSON. */
      report: text().nullable(),
    },
    key: ['id'],
  }),

  /** Which server does what only one server does. A lease is valid while the row of its server is. */
  leases: defineTable({
    owner: 'core/servers',
    personalData: 'none',
    columns: { name: text(), server_id: text(), epoch: text() },
    key: ['name'],
  }),
};
