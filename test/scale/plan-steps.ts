/**
 * What a statement may begin with: an id or a secret of its caller, or one of the following, each with its reason.
 * SQLite has no statistics of these tables, so its plans are the same on every platform.
 */
const IDS = /(^|_)(id|hash|of|by|key|namespace|challenge)$|^rowid$/;

/** Tables that do not grow with homes. */
const SMALL: Readonly<Record<string, string>> = {
  azulejo_migrations: 'has the migrations',
  bridges: 'has the bridges, which the operator adds',
  client_links: 'has the distributors of applications, which the operator adds',
  linked_accounts: 'has the accounts of applications at makers, which the operator adds',
  pending_mails: 'has the mails that wait to be sent',
  portal_invitations: 'has the invitations to the portal',
  services: 'has the services, which the operator adds',
  settings: 'has settings of the platform',
  sqlite_master: 'has the tables',
  template_makers: 'has the managers of templates',
  templates: 'has the catalogue',
};

/** Indexes by something else than ids. */
const INDEXES: Readonly<Record<string, string>> = {
  audit_action_at_index: 'the portal shows the newest entries of an action, in pages',
  audit_seal_at_id_index: 'a job seals the entries that are not sealed yet, in batches',
  audit_at_index: 'the portal shows the newest entries, in pages',
  audit_is_refusal_at_index: 'old entries are deleted in batches',
  clients_kind_created_id_index: 'finds applications and managers, which the operator adds',
  commands_settled_deadline_part_index: 'finds the open commands whose deadline is over',
  devices_created_client_id_index: 'the portal shows the newest devices, in pages',
  virtual_devices_created_channel_id_index: 'the portal shows the newest virtual devices, in pages',
  users_email_key_index: 'the portal finds users by the beginning of an e-mail, in pages',
  users_name_key_id_index: 'the portal finds users by the beginning of a name, in pages',
};

/** Columns of time by which jobs take a batch of what is due or too old. */
const DUE = /^(due|expires|at|hour|created|began|started|ended|granted|last_used|revoked_at)$/;

/** Partial indexes of what a job has to do. A row leaves them when that is done. */
const TO_DO =
  /^(users_removed|clients_removed|channels_removed|alarms_open|homes_automations_revision|homes_devices_revision)_index$/;

/** What reads a table in pages, or as a whole, and why that may be. */
const WHOLE: Readonly<Record<string, string>> = {
  'SCAN audit_seals': 'one seal is read, the first or the last, or a batch of the oldest',
  'SEARCH audit_seals rowid': 'health compares the newest 1,000 seals; old ones are deleted in batches',
  'SEARCH client_connections client_id': 'a start looks at all clients that subscribed once, in pages',
  'SCAN channels': 'the portal counts 100,000 devices at most, and those of templates, on a reader thread',
  'SCAN linked_credentials': 'health reads one row, to see whether it can be unsealed',
  'SCAN notification_browsers': 'health counts them, on a reader thread',
  'SCAN virtual_devices': 'the simulator compares their number; it simulates each of them anyway',
  'SEARCH automations user_id': 'a start follows all homes with automations, in pages',
  'SEARCH automation_runs user_id': 'the cleanup looks for automations with too many runs once an hour',
  'SEARCH channels context_of': 'the cleanup of locations reads all phones once an hour, in pages',
  'SEARCH notification_recipients user_id': 'a start looks at all recipients once, in pages',
  'SEARCH series id': 'the cleanup of history reads all series once an hour, in pages',
  'SEARCH series rowid': 'the cleanup of history reads all series once an hour, in pages',
  'SEARCH users id': 'an upgrade reads all users once, in pages',
  'SEARCH virtual_devices channel_id': 'the simulator loads all virtual devices, in pages',
};

type Step = { kind: string; name: string; index: string; column: string; operator: string };

function readStep(line: string): Step | undefined {
  const [, kind = '', name = '', rest = ''] = /^(SCAN|SEARCH) (\w+)(.*)$/.exec(line) ?? [];
  if (kind === '' || /VIRTUAL TABLE|CONSTANT ROW|VALUES CLAUSE/.test(line)) return undefined;
  const [, index = ''] = / INDEX (\w+)/.exec(rest) ?? [];
  const [, column = '', operator = ''] = /\(+(\w+)[\w,]*\)?([<>=])/.exec(rest) ?? [];
  return { kind, name, index, column, operator };
}

/**
 * Returns the steps of a plan of SQLite that read rows of no known home, and have no reason to. `plan` is the output of
 * `explain query plan`.
 */
export function unexplainedSteps(sql: string, plan: readonly string[]): string[] {
  const derived = new Set(plan.flatMap((line) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(line)?.[1] ?? []));
  const aliases = new Map(
    [...sql.matchAll(/"?(\w+)"? as "?(\w+)"?/g)].map(([, table = '', alias = '']) => [alias, table]),
  );
  return plan.filter((line) => {
    const step = readStep(line);
    if (!step || derived.has(step.name)) return false;
    const { kind, index, column, operator } = step;
    const table = aliases.get(step.name) ?? step.name;
    if (table in SMALL || TO_DO.test(index) || index in INDEXES) return false;
    const isKnown = kind === 'SEARCH' && ((IDS.test(column) && operator === '=') || DUE.test(column));
    return !isKnown && !([kind, table, column].join(' ').trim() in WHOLE);
  });
}
