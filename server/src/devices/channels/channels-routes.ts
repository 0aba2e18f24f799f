import type { Channel, ChannelList, resources } from '@azulejo/contract';
import type { Language } from '@azulejo/model';
import type { Handlers } from '../../core/access/index.ts';
import type { ByteCache } from '../../platform/byte-cache.ts';
import type { Clock } from '../../platform/clock.ts';
import { included } from '../../platform/http/included.ts';
import { preferredLanguage } from '../../platform/http/language.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';
import { type ChannelUrls, type ChannelWithTemplate, toWireChannel } from './channel.ts';
import type { Channels } from './channels.ts';
import { withOptions } from './context-options.ts';
import { hasFlag } from './flags.ts';
import type { LocalTemplates } from './local-templates.ts';

type Dependencies = {
  channels: Channels;
  localTemplates: LocalTemplates;
  cache: ByteCache;
  clock: Clock;
  urls: ChannelUrls;
};

export function channelHandlers({
  channels,
  localTemplates,
  cache,
  clock,
  urls,
}: Dependencies): Handlers<typeof resources.channels> {
  return {
    // Requests for fewer fields get complete records (android-app 3, ios-app 3). Only the context channel,
    // which is not a device, is left out when `include` names something else.
    list: async ({ input, context, request }) => {
      const { id: homeId, pathId, revision: homeRevision, isPerson } = context.home;
      const language = labelLanguage(request.headers['accept-language']);
      const withContext = isPerson && (included(input.include)?.has('context') ?? true);
      const isShared = input.properties === 'shared';
      const key = `channels|${homeId}|${pathId}|${homeRevision}|${language}|${input.type ?? ''}|${withContext}|${isShared}`;
      const { bytes, revision } = await cache.get(key, clock.now(), async () => {
        const { channels: granted, validUntil } = await channels.grantedTo(homeId);
        const virtual = isShared ? await channels.virtualOf(homeId) : undefined;
        const local = await localTemplates(language);
        const options = withContext ? await channels.contextOptionsOf(homeId) : undefined;
        const shown = granted
          .filter((each) => withContext || !each.channel.isContext)
          .map(({ channel, template }) => {
            const read = local(template);
            const filled = channel.isContext && options ? withOptions(read, options) : read;
            return toWireChannel(channel, filled, pathId, urls, {
              isVirtual: virtual?.has(channel.id) ?? false,
            });
          })
          .filter((channel) => input.type === undefined || hasFlag(channel, input.type));
        const path = `/v3/legacy/users/${pathId}/channels`;
        const content = isShared ? shareProperties(shown, granted) : { channels: shown };
        // A channel's `_rev` covers its properties and their language as well, shared or not.
        const listRevision = revisionOf(homeRevision, content.channels);
        const list = { _id: path, _rev: listRevision, ...content, href: path, id: 'channels' as const };
        return { bytes: Buffer.from(JSON.stringify(list)), revision: listRevision, validUntil };
      });
      return { bytes, revision, cacheControl: PRIVATE, vary: 'Accept-Language' };
    },
  };
}

/** Returns the language of labels; undefined for a client that asks for none or any, which gets them as stored. */
const labelLanguage = (acceptLanguage: string | undefined): Language | undefined =>
  ['', '*'].includes(acceptLanguage?.trim() ?? '') ? undefined : preferredLanguage(acceptLanguage);

/** Lists the properties once per template version, since its channels have the same ones. */
function shareProperties(
  channels: readonly Channel[],
  granted: readonly ChannelWithTemplate[],
): Pick<ChannelList, 'channels' | 'sharedProperties'> {
  const kinds = new Map(
    granted.map(({ channel: { id, templateId, templateVersion } }) => [
      id,
      `${templateId} ${templateVersion}`,
    ]),
  );
  const byKind = Map.groupBy(channels, ({ id }) => kinds.get(id));
  return {
    channels: channels.map((channel) => ({ ...channel, properties: [] })),
    sharedProperties: [...byKind.values()].map((alike) => ({
      channels: alike.map(({ id }) => id),
      properties: alike[0]?.properties ?? [],
    })),
  };
}
