import { type HomeState, nextDue, type PresentValue } from '@azulejo/agents';
import type { Db, ManualClock, ServerFeatures } from '@azulejo/server/testing';
import { clientOf, userOf } from '../../support/panel-scene.ts';
import type { Person } from '../../support/people.ts';
import type { KillableServer } from './killable-server.ts';
import type { Changed } from './one-pass.ts';
import { type Act, type Devices, definitionFor } from './random-home.ts';

export type HomeOfPerson = {
  readonly person: Person;
  readonly devices: Devices;
  /** The client that is the device. */
  readonly deviceId: string;
};

/** Longer than timers wait after they are due. */
const AFTER_TIMERS_MS = 300;

type AgentInput =
  | { readonly type: 'play'; readonly data: { readonly agent: string; readonly checksConditions: boolean } }
  | { readonly type: 'webhook'; readonly data: { readonly agent: string } };

type Needs = {
  /** Features of another process, which is never killed and only reads. */
  readonly observer: ServerFeatures;
  readonly server: KillableServer;
  readonly db: Db;
  readonly clock: ManualClock;
  readonly home: HomeOfPerson;
};

/** A home whose server is killed now and then. Remembers what each change by its person made of it. */
export function liveHome({ server, observer, db, clock, home: { person, devices, deviceId } }: Needs) {
  const userId = person.id;
  const changes = new Map<number, Changed>();
  const author = { userId };
  let kills = 0;
  let spared = '';

  const rowOf = () =>
    db.read
      .selectFrom('agent_homes')
      .select(['cursor', 'state_json as state'])
      .where('user_id', '=', userId)
      .executeTakeFirst();

  async function stateOf(): Promise<{ cursor: number; home: HomeState } | undefined> {
    const row = await rowOf();
    return row && { cursor: row.cursor, ...(JSON.parse(row.state) as { home: HomeState }) };
  }

  const agentIds = async () =>
    (
      await db.read
        .selectFrom('agents')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('position')
        .execute()
    )
      .map(({ id }) => id)
      .filter((id) => id !== spared);

  async function settle(down = 0): Promise<void> {
    await server.settle();
    while (server.isKilled()) {
      kills += 1;
      clock.advance({ seconds: down });
      await server.restart();
      server.features().presence.arrived(deviceId);
      await server.settle();
    }
  }

  /** Lets all timers fire that are due, so that nothing is decided together with what follows. */
  async function quiesce(): Promise<void> {
    await settle();
    for (let due = await dueIn(); due !== undefined && due <= clock.now(); due = await dueIn()) {
      clock.advance({ ms: AFTER_TIMERS_MS });
      await settle();
    }
  }
  const dueIn = async () => {
    const state = await stateOf();
    return state && nextDue(state.home);
  };

  /** The home as it is now, to which runs still belong that began with earlier versions. */
  async function observe(before: HomeState | undefined): Promise<Changed> {
    const { agentHomes, values } = observer;
    const present = await agentHomes.of(userId);
    if (!present) throw new Error('the home is gone');
    const versions = new Map(present.agents.map(({ id, version }) => [id, version]));
    const of = Object.entries(before?.agents ?? {}).flatMap(([id, { runs }]) =>
      [...new Set(runs.map(({ version }) => version))]
        .filter((version) => version !== versions.get(id))
        .map((version) => ({ id, version })),
    );
    const { home } = (await agentHomes.of(userId, of)) ?? present;
    const found: PresentValue[] = [];
    for (const channel of Object.values(devices))
      for (const { componentId: component, propertyId: property, data, timestamp } of await values.ofChannel(
        channel,
      ))
        found.push({ channel, component, property, data, since: timestamp, reported: timestamp });
    return { home, earlier: of.flatMap(({ id, version }) => home.version(id, version) ?? []), values: found };
  }

  /** Does what changes the home, and remembers what it was after it if it was stored. */
  async function change(run: () => Promise<unknown>): Promise<void> {
    await quiesce();
    const before = await stateOf();
    const last = await observer.events.log.lastOf(userId);
    const failed = await run().then(
      () => false,
      () => true,
    );
    if (server.isKilled()) {
      kills += 1;
      await server.restart();
      server.features().presence.arrived(deviceId);
    }
    const event = await db.read
      .selectFrom('user_events')
      .select('n')
      .where('user_id', '=', userId)
      .where('type', '=', 'home')
      .where('n', '>', last)
      .orderBy('n')
      .executeTakeFirst();
    if (event) changes.set(event.n, await observe(before?.home));
    else if (!failed) throw new Error('a change is no event');
    await settle();
  }

  async function append(input: AgentInput): Promise<void> {
    const { bus, db: own, events } = server.features();
    await own.unit(events.append([{ userId, at: clock.now(), ...input }]));
    bus.emit('eventsAppended', { userIds: [userId] });
  }

  async function report({ of, data }: Extract<Act, { act: 'report' }>): Promise<void> {
    const { channels, writePath } = server.features();
    const channelId = devices[of.device];
    const access = await channels.findChannelAccess(channelId);
    if (!access) throw new Error('the channel is gone');
    const actor = of.device === 'device' ? clientOf(deviceId) : userOf(person, 'app');
    await writePath.put(actor, access, { channelId, componentId: of.component, propertyId: 'level' }, data);
  }

  async function perform(act: Act): Promise<void> {
    const { agents } = server.features();
    const chosen = 'agent' in act ? (await agentIds()).at(act.agent) : undefined;
    if ('agent' in act && chosen === undefined) return;
    const id = chosen ?? '';
    switch (act.act) {
      case 'report':
        await report(act).catch(() => undefined);
        return settle();
      case 'pass':
        clock.advance({ seconds: act.seconds });
        return settle();
      case 'play':
        await append({
          type: 'play',
          data: { agent: id, checksConditions: act.checksConditions },
        }).catch(() => undefined);
        return settle();
      case 'call':
        await append({ type: 'webhook', data: { agent: id } }).catch(() => undefined);
        return settle();
      case 'create':
        return change(() =>
          agents.create(userId, {
            definition: definitionFor(act.definition, devices),
            author,
            origin: 'web',
          }),
        );
      case 'replace':
        return change(() =>
          agents.replace(userId, id, { definition: definitionFor(act.definition, devices), author }),
        );
      case 'switch': {
        const { isEnabled } = await agents.get(userId, id).catch(() => ({ isEnabled: true }));
        return change(() => agents.update(userId, id, { isEnabled: !isEnabled, author }));
      }
      case 'remove':
        return change(() => agents.remove(userId, id));
      default:
        server.killLater(act);
    }
  }

  return {
    changes,
    settle,
    quiesce,
    perform,
    observe,
    stateOf,
    /** Chooses an automation that no act concerns. */
    spare(id: string) {
      spared = id;
    },
    kills: () => kills,
    /** Plays an automation, and again if the server is killed before it acknowledges. */
    async play(id: string): Promise<void> {
      for (let isDone = false; !isDone; ) {
        isDone = await append({ type: 'play', data: { agent: id, checksConditions: false } }).then(
          () => true,
          () => false,
        );
        await settle();
      }
    },
  };
}
