import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Announce } from '../../home/notifications/index.ts';
import type { Events } from '../../telemetry/events/index.ts';
import type { AutomationAuthors, History } from '../../telemetry/history/index.ts';
import type { Values } from '../../telemetry/values/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import type {
  AllowedRecipients,
  AutomationHomes,
  AutomationRecords,
  Automations,
  WordingFor,
} from '../definitions/index.ts';
import { createDescribeAuthors } from './describe-authors.ts';
import { createDowntime, NOTE_MS, UPTIME_JOB, WATCH_MS } from './downtime.ts';
import { createFollowHomes } from './follow-homes.ts';
import { CHECK_INTERVAL_MS, createHomeChanges } from './home-changes.ts';
import { createHomeQueue } from './home-queue.ts';
import { createHomeRows } from './home-rows.ts';
import { createHooks } from './hooks.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createLiveHomes } from './live-home.ts';
import { createLoadHome } from './load-home.ts';
import { createMeasure } from './measure.ts';
import { createMessages } from './messages.ts';
import { type AutomationMetrics, createAutomationMetrics } from './metrics.ts';
import { createPlan } from './plan.ts';
import { createAutomationsInLog } from './read-models/automations-in-log.ts';
import { usersWithAutomations } from './read-models/users-with-automations.ts';
import { createReadPresent } from './read-present.ts';
import { createRunStatements } from './run-statements.ts';
import { createRunner, LAG_MS } from './runner.ts';
import { createRuns } from './runs.ts';
import { createPlayAutomation, runHandlers } from './runs-routes.ts';
import { createValuesBefore } from './values-before.ts';

const SEND_MS = 1_000;
const FOLLOW_MS = 1_000;
const RETENTION_MS = 30 * 24 * 3_600_000;

type Needs = Platform & {
  audit: Audit;
  automations: Automations;
  automationWordingFor: WordingFor;
  automationAuthors: AutomationAuthors;
  announce: Announce;
  automationHomes: AutomationHomes;
  automationRecipients: AllowedRecipients;
  automationRecords: AutomationRecords;
  events: Events;
  history: History;
  values: Values;
  writePath: WritePath;
};

type RunningNeeds = Omit<Needs, 'metrics'> & { metrics: AutomationMetrics };

type RunnerOptions = Parameters<typeof createRunner>[0];

/** Creates the runner of this process, and subscribes it to new events and changed automations. */
function createRunning(needs: RunningNeeds, inbox: Inbox, downtime: ReturnType<typeof createDowntime>) {
  const {
    automationHomes,
    automationRecords: records,
    audit,
    bus,
    db,
    events,
    leases,
    logger,
    values,
  } = needs;
  const { parts } = leases;
  const clock = { ...needs.clock, now: events.time.now };
  const queue = createHomeQueue(clock);
  const rows = createHomeRows(db, clock);
  const homes = createLiveHomes();
  const { asOf } = automationHomes;
  const automationsInLog = createAutomationsInLog(db);
  const readPresent = createReadPresent({ events, values, valuesBefore: createValuesBefore(needs) });
  const load = createLoadHome({ clock, homes, rows, automationHomes, automationsInLog, readPresent });
  const plan = createPlan({ audit, records, statements: createRunStatements(db) });
  const measure = createMeasure({ ...needs, rows, queue });
  const onStored: RunnerOptions['onStored'] = (userId, decisions) => {
    inbox.answer(userId, decisions);
    measure.stored(decisions);
  };
  const runner = createRunner({
    ...needs,
    clock,
    parts,
    rows,
    homes,
    load,
    plan,
    queue,
    asOf,
    automationsInLog,
    readPresent,
    onRead: measure.read,
    onStored,
  });

  const runSoon = () => {
    leases.use(parts, runner.run).catch((error: unknown) => {
      logger.error({ err: error }, 'automations could not be run');
    });
  };
  const readHomes = () => usersWithAutomations(db, '');
  const following = createFollowHomes({ bus, clock, parts, queue, homes, readHomes, runSoon });

  return {
    runner,
    measure,
    /** Follows all homes with automations. Those in which nothing is to be done are not loaded. */
    resume: () => following.follow(downtime.notify()),
    checkHomes: following.check,
  };
}

const CHANGED_HOMES = 'notify automations of changed homes';

/** Runs automations as their homes' logs grow and as time passes (README.md). */
export function engineFeature(needs: Needs) {
  const { automationHomes: homes, automationWordingFor: wordingFor, bus, clock, config, db, events } = needs;
  const metrics = createAutomationMetrics(needs.metrics.registers);
  const runs = createRuns(db);
  const inbox = createInbox({ db, clock, bus, events });
  const downtime = createDowntime({ ...needs, homes: (after) => usersWithAutomations(db, after) });
  const homeChanges = createHomeChanges({ db, clock, bus, events });
  const messages = createMessages({
    ...needs,
    metrics,
    outbound: needs.automationOutbound,
    homes,
    wordingFor,
    allowedRecipients: needs.automationRecipients,
  });
  const hooks = createHooks({ db, clock });
  const playAutomation = createPlayAutomation({ ...needs, homes, wordingFor, runs, inbox });
  needs.automationAuthors.describeWith(createDescribeAuthors({ db, homes, wordingFor }));
  const { runner, measure, resume, checkHomes } = createRunning({ ...needs, metrics }, inbox, downtime);
  const watchTime = async (): Promise<void> => {
    const userIds = await downtime.watch();
    if (userIds.length > 0) bus.emit('eventsAppended', { userIds });
  };
  return {
    api: {
      automationRunner: runner,
      automationMeasure: measure,
      automationMessages: messages,
      automationRuns: runs,
      automationHooks: hooks,
      automationHomeChanges: homeChanges,
      /** Records changes of time in the logs of homes. */
      watchTime,
      playAutomation,
    },
    routes({ serve }) {
      const url = config.urls.base;
      serve(
        resources.automationRuns,
        runHandlers({ ...needs, homes, wordingFor, runs, hooks, inbox, url, playAutomation }),
      );
    },
    start: resume,
    jobs: [
      { name: 'run automations', runs: 'by part', everyMs: LAG_MS, firstAfterMs: LAG_MS, run: runner.runDue },
      { name: 'follow homes with automations', runs: 'by part', everyMs: FOLLOW_MS, run: checkHomes },
      { name: CHANGED_HOMES, runs: 'once', everyMs: CHECK_INTERVAL_MS, run: homeChanges.notify },
      { name: 'send messages of automations', runs: 'everywhere', everyMs: SEND_MS, run: messages.run },
      { name: UPTIME_JOB, runs: 'once', everyMs: NOTE_MS, run: downtime.note },
      { name: 'tell automations of changes of time', runs: 'everywhere', everyMs: WATCH_MS, run: watchTime },
      cleanup('runs of automations', () => runs.prune(clock.now() - RETENTION_MS)),
    ],
    async stop() {
      await runner.stop();
      await messages.stop();
    },
  } satisfies Feature;
}
