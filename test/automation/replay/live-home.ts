import { type HomeState, nextDue, type PresentValue } from '@azulejo/automations';
import type { Db, ManualClock, ServerFeatures } from '@azulejo/server/testing';
import { clientOf, userOf } from '../../support/panel-scene.ts';
import type { Person } from '../../support/people.ts';
import type { KillableServer } from './killable-server.ts';
import type { Changed } from './one-pass.ts';
import { type Action, type Devices, definitionFor } from './random-home.ts';

export type HomeOfPerson = {
  readonly person: Person;
  readonly devices: Devices;
  /** The client that is the device. */
  readonly deviceId: string;
};

/** Longer than a change of time waits until it is recorded. */
const NOTICED_S = 2;
/** Longer than timers wait after they are due. */
const AFTER_TIMERS_MS = 300;

type AutomationInput =
  | {
      readonly type: 'play';
      readonly data: { readonly automation: string; readonly checksConditions: boolean };
    }
  | { readonly type: 'webhook'; readonly data: { readonly automation: string } };

type Needs = {
  /** Features of another process, which is never killed and only reads. */
  readonly observer: ServerFeatures;
  readonly server: KillableServer;
  /** A process whose automations do not run. It does what happens while those of `server` are behind. */
  readonly editor?: KillableServer;
  readonly db: Db;
  readonly clock: ManualClock;
  readonly home: HomeOfPerson;
};

/** Returns a home whose server is killed now and then. Records the state after each change by its person. */
export function liveHome({
  server,
  editor = server,
  observer,
  db,
  clock,
  home: { person, devices, deviceId },
}: Needs) {
  const userId = person.id;
  const changes = new Map<number, Changed>();
  const author = { userId };
  let kills = 0;
  /** How long the server stays away after the next kill, in seconds. */
  let down = 0;
  /** During how many more actions automations do not run. */
  let stalled = 0;
  let spared = '';

  const features = () => (stalled > 0 ? editor : server).features();

  const rowOf = () =>
    db.read
      .selectFrom('automation_homes')
      .select(['cursor', 'state_json as state'])
      .where('user_id', '=', userId)
      .executeTakeFirst();

  async function stateOf(): Promise<{ cursor: number; home: HomeState } | undefined> {
    const row = await rowOf();
    return row && { cursor: row.cursor, ...(JSON.parse(row.state) as { home: HomeState }) };
  }

  const automationIds = async () =>
    (
      await db.read
        .selectFrom('automations')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('position')
        .execute()
    )
      .map(({ id }) => id)
      .filter((id) => id !== spared);

  async function restart(): Promise<void> {
    kills += 1;
    clock.advance({ seconds: down });
    await server.restart();
    server.features().connectedClients.add(deviceId);
  }

  async function settle(): Promise<void> {
    if (stalled > 0) return;
    await server.settle();
    while (server.isKilled()) {
      await restart();
      await server.settle();
    }
    // The other server goes on with the time that homes were told of.
    if (editor !== server) await editor.features().watchTime();
  }

  /** Lets all timers fire that are due, so that nothing is decided together with what follows. */
  async function quiesce(): Promise<void> {
    if (stalled > 0) return;
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

  /** Lets automations run that were behind. */
  async function resume(): Promise<void> {
    stalled = 0;
    const { bus } = server.features();
    bus.emit('automationsChanged', { userId });
    bus.emit('eventsAppended', { userIds: [userId] });
    await settle();
  }

  /** Returns the present state of the home, to which runs of earlier versions may still belong. */
  async function observe(): Promise<Changed> {
    const { automationHomes, values } = observer;
    const present = await automationHomes.of(userId);
    if (!present) throw new Error('the home does not exist');
    const of = present.automations.flatMap(({ id, version: last }) =>
      Array.from({ length: last - 1 }, (_, index) => ({ id, version: index + 1 })),
    );
    const { home } = (await automationHomes.of(userId, of)) ?? present;
    const found: PresentValue[] = [];
    for (const channel of Object.values(devices))
      for (const { componentId: component, propertyId: property, data, timestamp } of await values.ofChannel(
        channel,
      ))
        found.push({ channel, component, property, data, since: timestamp, reported: timestamp });
    return { home, earlier: of.flatMap(({ id, version }) => home.version(id, version) ?? []), values: found };
  }

  /** Runs a change of the home, and records the state after it if it was stored. */
  async function change(run: () => Promise<unknown>): Promise<void> {
    await quiesce();
    const last = await observer.events.log.lastOf(userId);
    const failed = await run().then(
      () => false,
      () => true,
    );
    if (server.isKilled()) await restart();
    // Other processes notify the home of changes of its devices, which have no data.
    const event = await db.read
      .selectFrom('user_events')
      .select('n')
      .where('user_id', '=', userId)
      .where('type', '=', 'home')
      .where('data_json', 'is not', null)
      .where('n', '>', last)
      .orderBy('n')
      .executeTakeFirst();
    if (event) changes.set(event.n, await observe());
    else if (!failed) throw new Error('the change has no event');
    await settle();
  }

  async function append(input: AutomationInput): Promise<void> {
    const { bus, db: own, events } = features();
    await own.unit(events.append([{ userId, at: clock.now(), ...input }]));
    bus.emit('eventsAppended', { userIds: [userId] });
  }

  async function report({ of, data }: Extract<Action, { action: 'report' }>): Promise<void> {
    const { channels, writePath } = features();
    const channelId = devices[of.device];
    const access = await channels.findChannelAccess(channelId);
    if (!access) throw new Error('the channel does not exist');
    const actor = of.device === 'device' ? clientOf(deviceId) : userOf(person, 'app');
    const address = { channelId, componentId: of.component, propertyId: 'level' };
    await writePath.put(actor, { ...access, rights: 'all' }, address, data);
  }

  async function perform(action: Action): Promise<void> {
    if (action.action === 'stall') {
      await quiesce();
      stalled = action.actions;
      return;
    }
    await performNow(action);
    if (stalled === 0) return;
    stalled -= 1;
    if (stalled === 0) await resume();
  }

  /** Sets the machine's clock, or suspends the machine, and lets the server notice. */
  async function jump({ action, seconds }: Extract<Action, { action: 'jump' | 'sleep' }>): Promise<void> {
    if (action === 'sleep') clock.sleep({ seconds });
    else clock.jump({ seconds });
    await settle();
    clock.advance({ seconds: NOTICED_S });
    await settle();
  }

  async function performNow(action: Exclude<Action, { action: 'stall' }>): Promise<void> {
    const { automations } = features();
    const chosen = 'automation' in action ? (await automationIds()).at(action.automation) : undefined;
    if ('automation' in action && chosen === undefined) return;
    // An automation that is deleted does nothing from then on, also not what it should have done before.
    if (action.action === 'remove' && stalled > 0) return;
    const id = chosen ?? '';
    switch (action.action) {
      case 'report':
        await report(action).catch(() => undefined);
        return settle();
      case 'pass':
        clock.advance({ seconds: action.seconds });
        return settle();
      case 'jump':
      case 'sleep':
        return jump(action);
      case 'play':
        await append({
          type: 'play',
          data: { automation: id, checksConditions: action.checksConditions },
        }).catch(() => undefined);
        return settle();
      case 'call':
        await append({ type: 'webhook', data: { automation: id } }).catch(() => undefined);
        return settle();
      case 'create':
        return change(() =>
          automations.create(userId, {
            definition: definitionFor(action.definition, devices),
            author,
            origin: 'web',
          }),
        );
      case 'replace':
        return change(() =>
          automations.replace(userId, id, { definition: definitionFor(action.definition, devices), author }),
        );
      case 'switch': {
        const { isEnabled } = await automations.get(userId, id).catch(() => ({ isEnabled: true }));
        return change(() => automations.update(userId, id, { isEnabled: !isEnabled, author }));
      }
      case 'remove':
        return change(() => automations.remove(userId, id));
      default:
        ({ down } = action);
        server.killLater(action);
    }
  }

  return {
    changes,
    settle,
    quiesce,
    resume,
    perform,
    observe,
    stateOf,
    /** Chooses an automation that no action concerns. */
    spare(id: string) {
      spared = id;
    },
    kills: () => kills,
    /** Plays an automation, and again if the server is killed before it acknowledges. */
    async play(id: string): Promise<void> {
      for (let isDone = false; !isDone; ) {
        isDone = await append({ type: 'play', data: { automation: id, checksConditions: false } }).then(
          () => true,
          () => false,
        );
        await settle();
      }
    },
  };
}
