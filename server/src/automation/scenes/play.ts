import {
  type Scene,
  type SceneOutcome,
  type ScenePlay,
  type SceneResult,
  type SceneSetting,
  toTimestamp,
} from '@azulejo/contract';
import { type HomeAccess, personOf, type UsableChannel } from '../../core/access/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import { ApiError, errorSummary } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { newId } from '../../platform/random-token.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import type { CommandRecord, Commands } from '../../telemetry/commands/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import { isOf } from './check-settings.ts';
import type { createPlays } from './plays.ts';
import { writtenOf } from './scene.ts';

type Dependencies = {
  clock: Clock;
  channels: Channels;
  commands: Commands;
  plays: ReturnType<typeof createPlays>;
  writePath: WritePath;
};

type Request = {
  readonly scene: Scene;
  readonly home: HomeAccess;
  readonly waitMs: number;
};

const LIMITS = { maxConcurrent: 8, maxWaiting: 200, maxWaitingPerKey: 5 };
const PLAYS_PER_MINUTE = 60;

const isFailed = ({ state }: SceneOutcome): boolean => state === 'refused' || state === 'unanswered';

/**
 * Plays a scene of a home in the name of who asks for it.
 * 1. Record: the activity of the home names the scene before the values that it sets.
 * 2. Write: the settings of one device one after the other, those of several devices at once. A setting that is
 *    refused does not stop the others.
 * 3. Wait: for the devices to answer, all until the same time.
 *
 * Throws `too_many_requests` or `unavailable`.
 */
export function createPlay({ clock, channels, commands, plays, writePath }: Dependencies) {
  const limiter = createLimiter(LIMITS);
  const limit = createRateLimit('scenes', PLAYS_PER_MINUTE, { clock });

  const write = createWrite(writePath);

  async function writeAll({ scene, home }: Request): Promise<SceneOutcome[]> {
    const { settings } = scene;
    const found = await channels.findChannelAccesses([...new Set(settings.map(({ channel }) => channel))]);
    const { id: homeId, rights } = home;
    const usable = found.filter((each) => isOf(each, homeId)).map((each) => ({ ...each, rights }));
    const own = new Map(usable.map((each) => [each.channelId, each]));
    const outcomes = new Map<SceneSetting, SceneOutcome>();
    await Promise.all(
      [...Map.groupBy(settings, ({ channel }) => channel)].map(async ([channelId, ofChannel]) => {
        for (const setting of ofChannel)
          outcomes.set(setting, await write(home.actor, own.get(channelId), setting));
      }),
    );
    return settings.flatMap((setting) => outcomes.get(setting) ?? []);
  }

  async function settled(outcome: SceneOutcome, until: number): Promise<SceneOutcome> {
    const { state, command } = outcome;
    const ms = until - clock.monotonic();
    if (state !== 'open' || command === undefined || ms <= 0) return outcome;
    const record = await commands.waitFor(command, ms);
    return record ? toOutcome(outcome, record) : outcome;
  }

  return async (request: Request): Promise<ScenePlay> => {
    const { scene, home, waitMs } = request;
    const { id: userId, actor } = home;
    limit.take(userId);
    const [id, at] = [newId(), clock.now()];
    const begun = clock.monotonic();
    const written = await limiter(userId, async () => {
      await plays.record({
        userId,
        at,
        id,
        sceneId: scene.id,
        label: scene.label,
        clientId: actor.clientId,
        by: personOf(home),
      });
      return writeAll(request);
    });
    const outcomes = await Promise.all(written.map((outcome) => settled(outcome, begun + waitMs)));
    return { id, scene: scene.id, played: toTimestamp(at), result: resultOf(outcomes), outcomes };
  };
}

/** Returns a function that writes one setting and returns its outcome, also if it is refused. */
function createWrite(writePath: WritePath) {
  return async (
    actor: Actor,
    channel: UsableChannel | undefined,
    setting: SceneSetting,
  ): Promise<SceneOutcome> => {
    const { component: componentId, property: propertyId } = setting;
    try {
      if (!channel) throw new ApiError('not_found', { detail: 'The user no longer has this device.' });
      const address = { channelId: channel.channelId, componentId, propertyId };
      return toOutcome(setting, await writePath.put(actor, channel, address, writtenOf(setting)));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return {
        ...addressIn(setting),
        state: 'refused',
        reason: error.kind,
        text: errorSummary(error).text,
      };
    }
  };
}

function resultOf(outcomes: readonly SceneOutcome[]): SceneResult {
  const failed = outcomes.filter(isFailed).length;
  if (failed > 0) return failed === outcomes.length ? 'failed' : 'partly';
  return outcomes.some(({ state }) => state === 'open') ? 'open' : 'done';
}

const addressIn = ({ channel, component, property }: SceneSetting | SceneOutcome) => ({
  channel,
  component,
  property,
});

const toOutcome = (
  setting: SceneSetting | SceneOutcome,
  { id, state, reason }: CommandRecord,
): SceneOutcome => ({
  ...addressIn(setting),
  state,
  ...(id !== undefined && { command: id }),
  ...(reason !== undefined && { reason }),
});
