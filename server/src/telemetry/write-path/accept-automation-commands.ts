import type { ChannelAccess } from '../../core/access/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { createAccept } from './accept.ts';
import type { Refusal, RequestedCommand } from './automation-command.ts';
import type { Write } from './entries.ts';
import { prepareActiveUsers } from './read-models/active-users.ts';

type Dependencies = {
  db: Db;
  channels: Channels;
  templates: Templates;
  accept: ReturnType<typeof createAccept>;
};

/**
 * Accepts commands of automations with the rights that their users have now. Those in `accepted` were accepted when
 * the work was planned before, and are not charged to the quotas again.
 */
export function createAcceptAutomationCommands(dependencies: Dependencies) {
  const { db, channels } = dependencies;
  const activeUsers = prepareActiveUsers(db);

  return async (requested: readonly RequestedCommand[], accepted: Map<string, Write>) => {
    const found = await channels.findChannelAccesses([
      ...new Set(requested.map(({ address }) => address.channelId)),
    ]);
    const access = new Map(found.map((channel) => [channel.channelId, channel]));
    const clients = await activeUsers([...new Set(requested.map(({ userId }) => userId))]);
    const writes: Write[] = [];
    const refusals: Refusal[] = [];
    for (const each of requested) {
      const channel = access.get(each.address.channelId);
      const clientId = clients.get(each.userId);
      const result = await acceptOne(dependencies, each, channel, clientId, accepted.get(each.id));
      if (typeof result === 'string') refusals.push({ command: each, channel, clientId, reason: result });
      else {
        accepted.set(each.id, result);
        writes.push(result);
      }
    }
    return { writes, refusals };
  };
}

/** Returns the write, or the reason why it is refused. */
async function acceptOne(
  { templates, accept }: Dependencies,
  { id, userId, address, data, chain }: RequestedCommand,
  channel: ChannelAccess | undefined,
  clientId: string | undefined,
  earlier: Write | undefined,
): Promise<Write | string> {
  if (!channel) return 'no-channel';
  if (clientId === undefined || !channel.users.some((user) => user.id === userId)) return 'not-granted';
  if (earlier) return { ...earlier, channel };
  const template = await templates.get(channel.templateId, channel.templateVersion);
  const actor = { kind: 'user', id: userId, clientId } as const;
  try {
    const message = { io: 'w', data } as const;
    const entry = accept({
      actor,
      channel: { ...channel, rights: 'all' },
      template,
      requesterId: userId,
      address,
      message,
    });
    // The phone's own channel takes every write of its user for a report.
    return entry?.kind === 'write' ? { ...entry, step: { commandId: id, chain } } : 'not_writable';
  } catch (error) {
    if (error instanceof ApiError) return error.kind;
    throw error;
  }
}
