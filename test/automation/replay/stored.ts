import type { Decision, WriteEnd } from '@azulejo/automations';
import type { Db } from '@azulejo/server/testing';

/*
 * What a home's automations did, as lines of text that can be compared: one for each run, step, write and miss. Names
 * of runs and writes are those of the API.
 */

const toId = (text: string): string => text.replaceAll('.', '-').replaceAll('@', '_');
const runOf = (run: string): string => toId(run.slice(run.indexOf('.') + 1));
const writeOf = (run: string, command: string): string => toId(command.slice(run.length + 1));

const isMessage = (kind: string): boolean => kind === 'notify' || kind === 'webhook';

/** Returns the lines that the database has, sorted. */
export async function storedLines({ read }: Db, userId: string): Promise<string[]> {
  const runs = await read.selectFrom('automation_runs').selectAll().where('user_id', '=', userId).execute();
  const steps = await read.selectFrom('automation_steps').selectAll().where('user_id', '=', userId).execute();
  const counts = await read
    .selectFrom('automation_skipped_hours')
    .select((eb) => ['automation_id', 'reason', eb.fn.sum<number>('count').as('count')])
    .where('user_id', '=', userId)
    .groupBy(['automation_id', 'reason'])
    .execute();
  const misses = await read
    .selectFrom('automation_skipped_runs')
    .selectAll()
    .where('user_id', '=', userId)
    .execute();
  return [
    ...runs.map((row) =>
      JSON.stringify([
        'run',
        row.automation_id,
        row.id,
        row.began,
        row.ended,
        row.outcome,
        row.start_json,
        row.conditions_json,
        row.chain_json,
      ]),
    ),
    ...steps.map((row) => {
      const { value, until } = JSON.parse(row.detail_json) as { value?: unknown; until?: number };
      const of = [row.automation_id, row.run_id, row.step, row.target, row.kind, row.at, value, until];
      // When a message is sent depends on its receiver.
      const ends = isMessage(row.kind) ? ['open', null] : [row.outcome, row.ended];
      return JSON.stringify(['step', ...of, ...ends]);
    }),
    ...counts.flatMap((row) =>
      Array.from({ length: Number(row.count) }, () => `missed ${row.automation_id} ${row.reason}`),
    ),
    ...misses.map(({ skipped_json }) => `miss ${skipped_json}`),
  ].sort();
}

/** Returns the ids of the commands that automations opened for these channels, sorted. */
export async function storedCommands({ read }: Db, channels: readonly string[]): Promise<string[]> {
  const rows = await read.selectFrom('commands').select('id').where('channel_id', 'in', channels).execute();
  return rows
    .map(({ id }) => id)
    .filter((id) => id.includes('.'))
    .sort();
}

/** Returns the ids of the commands that the decisions come to, without those that were not sent, sorted. */
export const commandsOf = (
  decisions: readonly Decision[],
  unsent: (command: string) => WriteEnd | undefined,
): string[] =>
  decisions
    .flatMap((each) =>
      each.type === 'step-decided' && each.action.type === 'set'
        ? each.action.writes
            .filter(({ command }) => unsent(command) === undefined)
            .map(({ command }) => `${each.automation}.${runOf(each.run)}.${writeOf(each.run, command)}`)
        : [],
    )
    .sort();

/** Returns the idempotency keys of the calls that the decisions come to, sorted. */
export const callsOf = (decisions: readonly Decision[]): string[] =>
  decisions
    .flatMap((each) =>
      each.type === 'step-decided' && each.action.type === 'webhook'
        ? [`${each.automation}.${runOf(each.run)}.${each.step}`]
        : [],
    )
    .sort();

/** Returns how writes ended that were not sent, by the name that the reducer gives them. */
export async function unsentWrites(
  { read }: Db,
  userId: string,
): Promise<(command: string) => WriteEnd | undefined> {
  const rows = await read
    .selectFrom('automation_steps')
    .select(['automation_id', 'run_id', 'target', 'outcome'])
    .where('user_id', '=', userId)
    .where('outcome', '=', 'too-late')
    .execute();
  const ends = new Map(rows.map((row) => [`${row.automation_id}.${row.run_id}-${row.target}`, row.outcome]));
  return (command) =>
    ends.get(`${command.slice(0, command.indexOf('.'))}.${runOf(command)}`) as WriteEnd | undefined;
}

/** Returns the lines without those that were there before. */
export function without(lines: readonly string[], before: readonly string[]): string[] {
  const left = [...before];
  return lines.filter((line) => {
    const place = left.indexOf(line);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** At most so many misses of a reason are kept. */
const MAX_MISSES = 20;

/**
 * Returns the lines that the decisions come to, sorted.
 *
 * @param ownerless channels of which nobody has to confirm a write, so that it is done at once
 */
export function linesOf(decisions: readonly Decision[], ownerless: readonly string[]): string[] {
  const runs = new Map<string, unknown[]>();
  const steps = new Map<string, unknown[]>();
  const misses = Map.groupBy(
    decisions.filter((each) => each.type === 'miss'),
    ({ automation, reason }) => `${automation} ${reason}`,
  );
  for (const decision of decisions) {
    if (decision.type === 'run-began') {
      const { automation, run, at, start, conditions, chain } = decision;
      const texts = [start, conditions, chain].map((each) => JSON.stringify(each));
      runs.set(run, ['run', automation, runOf(run), at, null, 'running', ...texts]);
    }
    if (decision.type === 'run-ended') runs.get(decision.run)?.splice(4, 2, decision.at, decision.outcome);
    if (decision.type === 'step-decided') addStep(steps, decision, ownerless);
    if (decision.type === 'step-ended') {
      const { run, step, command, at, outcome } = decision;
      const row = steps.get(`${run} ${step} ${command ?? ''}`);
      row?.splice(row.length - 2, 2, outcome, at);
    }
  }
  return [
    ...[...runs.values(), ...steps.values()].map((each) => JSON.stringify(each)),
    ...[...misses].flatMap(([of, all]) => all.map(() => `missed ${of}`)),
    ...[...misses.values()].flatMap((all) =>
      all.slice(-MAX_MISSES).map((each) => `miss ${JSON.stringify(each)}`),
    ),
  ].sort();
}

function addStep(
  steps: Map<string, unknown[]>,
  { automation, run, step, at, action }: Extract<Decision, { type: 'step-decided' }>,
  ownerless: readonly string[],
): void {
  const of = (target: string) => ['step', automation, runOf(run), step, target, action.type, at];
  const none = [undefined, undefined];
  if (action.type === 'set') {
    for (const { command, value, channel } of action.writes) {
      const ends = ownerless.includes(channel) ? ['done', at] : ['open', null];
      steps.set(`${run} ${step} ${command}`, [...of(writeOf(run, command)), value, undefined, ...ends]);
    }
    if (action.writes.length === 0) steps.set(`${run} ${step} `, [...of(''), ...none, 'unchanged', at]);
    return;
  }
  const key = `${run} ${step} `;
  if (steps.has(key)) return;
  if (action.type === 'wait') steps.set(key, [...of(''), undefined, action.until, 'done', at]);
  else if (isMessage(action.type)) steps.set(key, [...of(''), ...none, 'open', null]);
  else steps.set(key, [...of(''), ...none, 'done', at]);
}
