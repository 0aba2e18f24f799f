import {
  ACCESS_PROPERTY,
  type AccessState,
  type ChannelTemplate,
  type ValueAddress,
} from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { prepareAt, type ValueRow } from '../../telemetry/values/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import {
  type ClientConnection,
  createPagesOfChannels,
  type OwnedChannel,
} from './read-models/client-connections.ts';

type Dependencies = { db: Db; channels: Channels; templates: Templates; writePath: WritePath };

/** The value that the platform reports for channels of a disconnected client. */
const GONE: AccessState = 'disconnected';
const HERE: AccessState = 'ok';
const GONE_TEXT = JSON.stringify(GONE);
/** Values of `access` with which a device can be reached. Any other value is more specific, and is kept. */
const REACHABLE: ReadonlySet<string | undefined> = new Set([undefined, '"ok"', '"connected"']);

/** Returns whether a device of this template sleeps between its reports: it has a battery. */
const sleeps = ({ properties }: ChannelTemplate): boolean =>
  properties.some(({ classes }) => classes.some((name) => name.split('.').at(-2) === 'battery'));

type Owner = Pick<ClientConnection, 'id' | 'kind'>;

/** The stored value of an address of `access`; undefined without one. */
type Found = {
  readonly channel: ChannelWithTemplate;
  readonly address: ValueAddress;
  readonly stored: ValueRow | undefined;
};

type ChannelWithTemplate = { readonly id: string; readonly template: ChannelTemplate };

/** Returns a function that yields the channels of a client, page by page. */
function createChannels({ db, templates }: Pick<Dependencies, 'db' | 'templates'>) {
  const pagesOf = createPagesOfChannels(db);
  const withTemplate = async ({ id, templateId, templateVersion }: OwnedChannel) => {
    return { id, template: await templates.get(templateId, templateVersion) };
  };
  return async function* ({ id }: Owner): AsyncGenerator<ChannelWithTemplate[]> {
    for await (const page of pagesOf(id)) yield await Promise.all(page.map(withTemplate));
  };
}

/** Returns whether the channel cannot be reached while its client is disconnected. */
const isSteady = ({ kind }: Owner, { template }: ChannelWithTemplate): boolean =>
  kind === 'manager' || !sleeps(template);

/** Returns a function that returns the addresses of `access` of channels, with what is stored there. */
function createAccessOf(db: Db) {
  const storedAt = prepareAt(db);
  return async function accessOf(page: readonly ChannelWithTemplate[]): Promise<Found[]> {
    const found = page.flatMap((channel) =>
      channel.template.components.map(({ id: componentId }) => {
        return { channel, address: { channelId: channel.id, componentId, propertyId: ACCESS_PROPERTY } };
      }),
    );
    const rows = await storedAt(found.map(({ address }) => address));
    const byKey = new Map(rows.map((row) => [`${row.channel_id}/${row.component_id}`, row]));
    return found.map(({ channel, address }) => {
      return { channel, address, stored: byKey.get(`${address.channelId}/${address.componentId}`) };
    });
  };
}

/** Reports in the place of managers and devices whether their channels can be reached. */
export function createAccessReports({ db, channels, templates, writePath }: Dependencies) {
  const report = createReport({ channels, writePath });
  const channelsOf = createChannels({ db, templates });
  const accessOf = createAccessOf(db);

  /**
   * Reports this for the components that fit. Returns when the last one was stored, or 0, and whether all of them were
   * handled: the quota sufficed, and it was not over before.
   */
  async function reportAll(
    owner: Owner,
    access: AccessState,
    fits: (stored: ValueRow | undefined, channel: ChannelWithTemplate) => boolean,
    isOver: () => boolean = () => false,
  ): Promise<{ last: number; isComplete: boolean }> {
    let last = 0;
    let isComplete = true;
    for await (const page of channelsOf(owner)) {
      if (isOver()) return { last, isComplete: false };
      const found = (await accessOf(page)).filter(({ stored, channel }) => fits(stored, channel));
      const times = await Promise.all(found.map((each) => report(owner.id, each, access)));
      last = Math.max(last, ...times.map((time) => time ?? 0));
      isComplete &&= !times.includes(undefined);
    }
    return { last, isComplete };
  }

  return {
    /** Returns whether the client should always be connected: a manager, or a device that never sleeps. */
    async neverSleeps(owner: Owner): Promise<boolean> {
      if (owner.kind === 'manager') return true;
      for await (const page of channelsOf(owner))
        if (page.some((channel) => isSteady(owner, channel))) return true;
      return false;
    },
    markGone: (owner: Owner, isOver: () => boolean) =>
      reportAll(
        owner,
        GONE,
        (stored, channel) => isSteady(owner, channel) && REACHABLE.has(stored?.data_json),
        isOver,
      ),
    // The template may have changed since: what the platform reported is restored, also of a device that sleeps now.
    restore: (owner: Owner, since: number, until: number) =>
      reportAll(owner, HERE, (stored) => {
        return stored?.data_json === GONE_TEXT && stored.timestamp >= since && stored.timestamp <= until;
      }),
  };
}

/**
 * Returns a function that reports `access` in the place of a client, unless the client itself has reported another
 * one meanwhile. It returns when that was stored; 0 when the channel is gone or the client was faster, and undefined
 * when the quota is used up for now.
 */
function createReport({ channels, writePath }: Pick<Dependencies, 'channels' | 'writePath'>) {
  return async function report(
    id: string,
    { address, stored }: Found,
    access: AccessState,
  ): Promise<number | undefined> {
    const channel = await channels.findChannelAccess(address.channelId);
    if (!channel) return 0;
    const actor = { kind: 'client', id, clientId: id } as const;
    try {
      const replaces = { timestamp: stored?.timestamp };
      const usable = { ...channel, rights: 'all' } as const;
      return (await writePath.put(actor, usable, address, access, { replaces })).created;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.kind === 'too_many_writes' ? undefined : 0;
    }
  };
}
