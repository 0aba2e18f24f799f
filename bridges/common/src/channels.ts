import type { ManagersChannels } from '@azulejo/contract';
import type { ManagerClient } from '@azulejo/sdk/manager';
import type { Log } from './log.ts';
import { createMemoryRelease } from './release-memory.ts';
import { createTemplateRenewal } from './renew-templates.ts';
import { bringTemplates, type NamedTemplate } from './templates.ts';

/** A device of the other system, as far as it becomes a channel. */
export type Thing = NamedTemplate & {
  /** Its permanent key. */
  readonly key: string;
  /** Its name for people. */
  readonly name: string;
  /** The ids of its template's components. */
  readonly components: readonly string[];
};

/** A channel of this manager on the platform. */
export type Channel = {
  readonly id: string;
  readonly key: string;
  templateId: string;
  /** The version of the template that it has. */
  templateVersion: number;
  name: string;
};

export type Channels = {
  byId(id: string): Channel | undefined;
  byKey(key: string): Channel | undefined;
  all(): readonly Channel[];
  /** Returns the components of a channel whose device this process has seen. */
  componentsOf(channel: Channel): readonly string[];
  /** Makes the platform have a channel for each thing, with its name. Resolves with the keys of those that failed. */
  bring(things: readonly Thing[]): Promise<readonly string[]>;
  /**
   * Brings some of the templates that the platform had before this process started, until all were brought. A newer
   * release of the bridge may make another version of the same template, which its channels then get.
   */
  renewTemplates(): Promise<void>;
};

type Options = {
  readonly manager: ManagerClient;
  readonly log: Log;
  onChannel(id: string): void;
  /** A channel has another template, or another version of its own. */
  onChanged(id: string): void;
};

/** A list of more devices leaves garbage that is worth collecting. */
const MANY = 20;
/** Channels that are created at once. */
const CONCURRENCY = 4;

/** Knows the channels that this manager has on the platform, and creates those that are missing. */
export async function createChannels({ manager, log, onChannel, onChanged }: Options): Promise<Channels> {
  const byKey = new Map<string, Channel>();
  const byId = new Map<string, Channel>();
  /** The version that the platform has of each template that this process brought. */
  const brought = new Map<string, number>();
  const components = new Map<string, readonly string[]>();
  const releaseMemory = createMemoryRelease();
  const renewal = createTemplateRenewal<Thing>({
    bring: (things) => bringTemplates(manager.templates, things, brought, log),
    renewAll: (things) => bringEach(things, bringOne, log),
    hasTemplate: ({ key, templateId }) => byKey.get(key)?.templateId === templateId,
  });

  function add(channel: Channel): void {
    byKey.set(channel.key, channel);
    byId.set(channel.id, channel);
    onChannel(channel.id);
  }

  for await (const { channel } of manager.channels.list()) {
    const found = channelOf(channel);
    if (found) add(found);
  }

  async function bringOne(thing: Thing): Promise<void> {
    const { key, name, templateId } = thing;
    const known = byKey.get(key);
    const version = brought.get(templateId) ?? 0;
    if (known) {
      if (await changeTemplate(manager, known, { ...thing, version }, log)) onChanged(known.id);
      await rename(manager, known, thing, log);
      return;
    }
    const input = { channeltemplate_id: templateId, remote_key: key, name };
    const { id } = await manager.channels.create(input);
    add({ id, key, templateId, templateVersion: version, name });
    log('channel_created', { device: key, channel: id, name });
  }

  return {
    byId: (id) => byId.get(id),
    byKey: (key) => byKey.get(key),
    all: () => [...byId.values()],
    componentsOf: ({ templateId }) => components.get(templateId) ?? [],
    renewTemplates: renewal.next,
    bring: async (things) => {
      renewal.take(things);
      for (const thing of things) components.set(thing.templateId, thing.components);
      const wanted = things.filter(({ key, templateId }) => byKey.get(key)?.templateId !== templateId);
      const refused = await bringTemplates(manager.templates, wanted, brought, log);
      const isRefused = ({ templateId }: Thing) => refused.has(templateId);
      const accepted = things.filter((thing) => !isRefused(thing));
      const failed = await bringEach(accepted, bringOne, log);
      if (things.length > MANY) releaseMemory();
      return [...things.filter(isRefused).map(({ key }) => key), ...failed];
    },
  };
}

/** Returns a channel of the platform's list; undefined for one that no bridge made. */
function channelOf(listed: ManagersChannels['elements'][number]['channel']): Channel | undefined {
  const { id, channeltemplate_id: templateId, name = '', remote_key: key } = listed;
  if (!id || !key || !templateId) return undefined;
  return { id, key, templateId, templateVersion: listed.channeltemplate_version ?? 0, name };
}

type Current = Thing & {
  /** The version of its template that the platform has; 0 when this process did not bring it. */
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

/** Resolves with the keys of those that failed: one must not stop the others. */
async function bringEach(
  things: readonly Thing[],
  bringOne: (thing: Thing) => Promise<void>,
  log: Log,
): Promise<string[]> {
  const queue = [...things];
  const failed: string[] = [];
  const work = async () => {
    for (let thing = queue.shift(); thing; thing = queue.shift()) {
      try {
        await bringOne(thing);
      } catch (error) {
        failed.push(thing.key);
        log('channel_failed', { device: thing.key, reason: String(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return failed;
}
