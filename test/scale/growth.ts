import type { Statement } from './recorded-statements.ts';

type Reason = {
  /** What sends the statement: an operation, `the jobs` or `the start`. */
  readonly by: string;
  /** A part of the statement's text. */
  readonly sql: string;
  readonly why: string;
};

/** Statements that read more when the platform is larger, and why they may. */
const REASONS: readonly Reason[] = [
  {
    by: 'portal.applications.consequences',
    sql: 'as "some"',
    why: 'counts what an application owns, up to 100,000, on a reader thread',
  },
  {
    by: 'portal.managers',
    sql: '"creator_id" = ',
    why: 'counts the users of a manager’s first 100,000 channels, on a reader thread',
  },
  {
    by: 'portal.applications',
    sql: 'count(*) as "users"',
    why: 'counts an application’s users in an index, on a reader thread',
  },
  {
    by: 'portal.applications.overview',
    sql: 'as "walked"',
    why: 'counts devices up to 100,000, on a reader thread',
  },
  {
    by: 'portal.templates.list',
    sql: 'from "channels" group by "template_id"',
    why: 'counts the channels of templates in an index, on a reader thread',
  },
  {
    by: 'portal.devices.list',
    sql: ' like ',
    why: 'searches parts of words in all devices, on a reader thread and for 5 s at most',
  },
  {
    by: 'portal.virtualDevices.list',
    sql: ' like ',
    why: 'searches parts of words in all virtual devices, on a reader thread and for 5 s at most',
  },
  { by: 'portal.monitoring.health', sql: 'count(*)', why: 'counts what waits, on a reader thread' },
  {
    by: '',
    sql: 'from "devices" where "application_id" = ',
    why: 'looks for the device at the limit of an application’s devices, in an index',
  },
  {
    by: 'the start',
    sql: 'from "automations" where "user_id" > ',
    why: 'follows all homes with automations, in pages',
  },
  {
    by: 'the jobs',
    sql: 'from "automation_runs" where ("user_id", "automation_id") > ',
    why: 'looks for automations with too many runs once an hour',
  },
  {
    by: 'the jobs',
    sql: 'from "notification_messages" where "due" <= ',
    why: 'sends urgent notifications before others that are due',
  },
  {
    by: 'the jobs',
    sql: 'delete from "automation_skipped',
    why: 'deletes 500 rows, for which PostgreSQL reads a table of thousands of rows as a whole',
  },
  {
    by: 'the jobs',
    sql: ' as newest from "history_',
    why: 'reads the last partition once a week, which is nearly empty, since weeks are created ahead',
  },
  {
    by: 'the jobs',
    sql: 'sum("updated")',
    why: 'compares the number of virtual devices, each of which this server simulates',
  },
];

/** Returns whether a statement has a reason to read more when the platform is larger. */
export const mayGrow = ({ by, sql }: Statement): boolean =>
  REASONS.some((reason) => by.startsWith(reason.by) && sql.includes(reason.sql));
