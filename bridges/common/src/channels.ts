import type { ManagersChannels } from '@azulejo/contract';
import { unmapped } from '@azulejo/devices';
import type { ManagerClient } from '@azulejo/sdk/manager';
import type { Log } from './log.ts';
import { createMemoryRelease } from './release-memory.ts';
import { type NamedTemplate, storeTemplates } from './templates.ts';
import { createUnmappedLog } from './unmapped-log.ts';

/** A device of the other system, with what its channel needs. */
export type Thing = NamedTemplate & {
  /** Never changes for a device. */
  readonly key: string;
  /** Shown to people. */
  readonly name: string;
  /** Lists the ids of its template's components. */
  readonly components: readonly string[];
};

/** A channel of this manager on the platform. */
export type Channel = {
  readonly id: string;
  readonly key: string;
  templateId: string;
  /** The version of its template that the channel uses. */
  templateVersion: number;
  name: string;
};

export type Channels = {
  byId(id: string): Channel | undefined;
  byKey(key: string): Channel | undefined;
  all(): readonly Channel[];
  /** Returns the ids of the components of a channel. */
  componentsOf(channel: Channel): readonly string[];
  /** Creates or updates the channel of each thing. Resolves with the keys of those that failed. */
  sync(things: readonly Thing[]): Promise<readonly string[]>;
  /**
   * Stores new versions of some templates that the platform had before this process started, until all are done.
   * A newer release of the bridge may make another version of the same template, which its channels then get.
   */
  renewTemplates(): Promise<void>;
};

type Options = {
  readonly manager: ManagerClient;
  readonly log: Log;
  onChannel(id: string): void;
  /** Called when a channel got another template, or another version of its own. */
  onChanged(id: string): void;
};

/** Why something failed, by its id. */
type Failures = ReadonlyMap<string, string>;

/** Names the devices whose template was refused, or whose channel could not be stored. */
function createFailureLog(log: Log) {
  const { set, keepOnly } = createUnmappedLog(log, 'channel');
  return {
    keepOnly,
    set: (things: readonly Thing[], refused: Failures, failed: Failures): void => {
      for (const thing of things) {
        const [refusal, failure] = [refused.get(thing.templateId), failed.get(thing.key)];
        set(thing, [
          ...(refusal === undefined ? [] : [unmapped('', 'template_refused', refusal)]),
          ...(failure === undefined ? [] : [unmapped('', 'channel_failed', failure)]),
        ]);
      }
    },
  };
}

/** Number of devices of a list that leaves garbage worth collecting. */
const LONG_LIST = 20;
/** Maximum number of channels that are created at the same time. */
const CONCURRENCY = 4;

/** Mirrors the channels that this manager has on the platform, and creates those that are missing. */
export async function createChannels({ manager, log, onChannel, onChanged }: Options): Promise<Channels> {
  const byKey = new Map<string, Channel>();
  const byId = new Map<string, Channel>();
  /** The version that the platform has of each template that this process stored. */
  const storedVersions = new Map<string, number>();
  /** The ids of the components of each template. Channels have some even if their device is gone since the start. */
  const components = new Map<string, readonly string[]>();
  const releaseMemory = createMemoryRelease();
  const failures = createFailureLog(log);
  const syncOne = createSyncOne({
    ...{ manager, log, onChanged, byKey, add },
    versionOf: (templateId) => storedVersions.get(templateId) ?? 0,
  });
  const renewal = createTemplateRenewal<Thing>({
    store: (things) => storeTemplates(manager.templates, things, storedVersions, log),
    renewAll: (things) => syncAll(things),
    hasTemplate: ({ key, templateId }) => byKey.get(key)?.templateId === templateId,
  });

  async function syncAll(things: readonly Thing[], refused: Failures = new Map()): Promise<Failures> {
    const accepted = things.filter(({ templateId }) => !refused.has(templateId));
    const failed = await syncEach(accepted, syncOne);
    failures.set(things, refused, failed);
    return failed;
  }

  function add(channel: Channel, componentIds?: readonly string[]): void {
    if (componentIds) components.set(channel.templateId, componentIds);
    byKey.set(channel.key, channel);
    byId.set(channel.id, channel);
    onChannel(channel.id);
  }

  for await (const { channel } of manager.channels.list()) {
    const found = channelOf(channel);
    if (found) add(found, channel.component_ids);
  }

  return {
    byId: (id) => byId.get(id),
    byKey: (key) => byKey.get(key),
    all: () => [...byId.values()],
    componentsOf: ({ templateId }) => components.get(templateId) ?? [],
    renewTemplates: renewal.renewNext,
    sync: async (things) => {
      renewal.setDevices(things);
      for (const thing of things) components.set(thing.templateId, thing.components);
      const wanted = things.filter(({ key, templateId }) => byKey.get(key)?.templateId !== templateId);
      const refused = await storeTemplates(manager.templates, wanted, storedVersions, log);
      failures.keepOnly(new Set(things.map(({ key }) => key)));
      const failed = await syncAll(things, refused);
      if (things.length > LONG_LIST) releaseMemory();
      const refusedThings = things.filter(({ templateId }) => refused.has(templateId));
      return [...refusedThings.map(({ key }) => key), ...failed.keys()];
    },
  };
}

type Syncing = Pick<Options, 'manager' | 'log' | 'onChanged'> & {
  readonly byKey: ReadonlyMap<string, Channel>;
  /** The version that the platform has of a template; 0 when this process did not store it. */
  versionOf(templateId: string): number;
  add(channel: Channel): void;
};

/** Returns the function that creates or updates the channel of a thing. */
const createSyncOne =
  ({ manager, log, onChanged, byKey, versionOf, add }: Syncing) =>
  async (thing: Thing): Promise<void> => {
    const { key, name, templateId } = thing;
    const known = byKey.get(key);
    const version = versionOf(templateId);
    if (known) {
      if (await changeTemplate(manager, known, { ...thing, version }, log)) onChanged(known.id);
      await rename(manager, known, thing, log);
      return;
    }
    const input = { channeltemplate_id: templateId, remote_key: key, name };
    const { id } = await manager.channels.create(input);
    add({ id, key, templateId, templateVersion: version, name });
    log('channel_created', { device: key, channel: id, name });
  };

/** Returns a channel of the platform's list; undefined for one that no bridge made. */
function channelOf(listed: ManagersChannels['elements'][number]['channel']): Channel | undefined {
  const { id, channeltemplate_id: templateId, name = '', remote_key: key } = listed;
  if (!id || !key || !templateId) return undefined;
  return { id, key, templateId, templateVersion: listed.channeltemplate_version ?? 0, name };
}

type Current = Thing & {
  /** The version of its template that the platform has; 0 when this process did not store it. */
  readonly version: number;
};

/** Gives a channel the template that its device has now. Resolves with whether it had another one. */
async function changeTemplate(
  manager: ManagerClient,
  known: Channel,
  { key: device, templateId: template, version }: Current,
  log: Log,
): Promise<boolean> {
  const { id: channel } = known;
  if (known.templateId === template && known.templateVersion >= version) return false;
  await manager.channels.setTemplate({ channel_id: channel, channeltemplate_id: template });
  known.templateId = template;
  known.templateVersion = version;
  log('channel_template_changed', { device, channel, template, version });
  return true;
}

async function rename(manager: ManagerClient, known: Channel, { key, name }: Thing, log: Log): Promise<void> {
  if (known.name === name) return;
  await manager.channels.rename({ channel_id: known.id, name });
  known.name = name;
  log('channel_renamed', { device: key, channel: known.id, name });
}

/** Syncs all things, a few at a time. Resolves with the keys of those that failed, and why; they do not stop the others. */
async function syncEach(
  things: readonly Thing[],
  syncOne: (thing: Thing) => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const queue = [...things];
  const failed = new Map<string, string>();
  const syncNext = async () => {
    for (let thing = queue.shift(); thing; thing = queue.shift()) {
      try {
        await syncOne(thing);
      } catch (error) {
        failed.set(thing.key, String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, syncNext));
  return failed;
}

type RenewTemplatesOptions<Thing> = {
  /** Resolves when the newest versions of their templates are stored. */
  store(things: readonly Thing[]): Promise<unknown>;
  /** Gives the channels of things the newest version of their template. Resolves with the keys that failed. */
  renewAll(things: readonly Thing[]): Promise<ReadonlyMap<string, string>>;
  /** Whether the channel of the thing has its template, at any version. */
  hasTemplate(thing: Thing): boolean;
};

/** Number of templates that are renewed together. The platform accepts 600 per minute from a manager. */
const BATCH_SIZE = 10;
const RETRY_MS = 60_000;

/**
 * Renews, a few at a time, the templates of channels that existed before this process started. A newer release of the
 * bridge may make another version of them, for example with more properties.
 */
function createTemplateRenewal<Thing extends NamedTemplate & { readonly key: string }>({
  store,
  renewAll,
  hasTemplate,
}: RenewTemplatesOptions<Thing>) {
  const done = new Set<string>();
  let present: readonly Thing[] = [];
  let pausedUntil = 0;

  return {
    /** Replaces the list of devices whose templates are renewed. */
    setDevices: (things: readonly Thing[]): void => {
      present = things;
    },
    /** Renews the next templates. Those that fail are retried after a minute. */
    renewNext: async (): Promise<void> => {
      if (performance.now() < pausedUntil) return;
      const isPending = (thing: Thing) => !done.has(thing.templateId) && hasTemplate(thing);
      const ids = new Set(present.filter(isPending).map(({ templateId }) => templateId));
      const batch = new Set([...ids].slice(0, BATCH_SIZE));
      if (batch.size === 0) return;
      pausedUntil = performance.now() + RETRY_MS;
      const concerned = present.filter(({ templateId }) => batch.has(templateId));
      await store(concerned);
      const failed = await renewAll(concerned);
      const failedIds = new Set(
        concerned.filter(({ key }) => failed.has(key)).map((thing) => thing.templateId),
      );
      for (const id of batch) if (!failedIds.has(id)) done.add(id);
      if (failedIds.size === 0) pausedUntil = 0;
    },
  };
}
