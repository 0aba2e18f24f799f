import type { Db } from '../../../database/index.ts';
import { emailKey } from '../../../identity/users/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { quietUntil } from '../quiet-hours.ts';
import { prepareRecipient } from '../read-models/recipient.ts';
import { parseSettings } from '../settings.ts';
import type { MessageRow } from './send-push.ts';

/** An alternative to sending a message now. */
type Verdict = 'send' | 'drop' | { readonly postponeTo: number };

/** How long a message waits until the person's home was looked through after the start. */
const POSTPONE_MS = 2_000;

type Dependencies = {
  readonly db: Db;
  readonly clock: Clock;
  /** Returns whether the person's home was looked through since the start. */
  readonly hasLookedAt: (userId: string) => boolean;
};

/** Creates the function that decides whether the person still wants a message, and now. */
export function createJudge({ db, clock, hasLookedAt }: Dependencies) {
  const recipient = prepareRecipient(db);
  const started = clock.now();
  /** Returns whether a message may be outdated because an earlier process stored it. Alarms are sent anyway. */
  const mayBeOver = ({ user_id, is_urgent, created }: MessageRow) =>
    is_urgent === 0 && created < started && !hasLookedAt(user_id);

  return async (message: MessageRow): Promise<{ verdict: Verdict; address: string | undefined }> => {
    const person = await recipient.get({ userId: message.user_id });
    const settings = parseSettings(person?.settings ?? undefined);
    const { kind, way, is_urgent, expires } = message;
    const isConfirmed =
      typeof person?.mailAddress === 'string' && emailKey(person.mailAddress) === emailKey(person.email);
    const address = isConfirmed ? person.email : undefined;
    const isUnwanted = kind !== 'test' && !settings.kinds[kind][way === 'mail' ? 'mail' : 'push'];
    if (person?.state !== 'active' || isUnwanted || expires <= clock.now())
      return { verdict: 'drop', address };
    if (mayBeOver(message)) return { verdict: { postponeTo: clock.now() + POSTPONE_MS }, address };
    const mayPass = kind === 'test' || (is_urgent === 1 && settings.quiet_hours?.alarms_pass);
    const until = mayPass ? undefined : quietUntil(settings.quiet_hours, clock.now());
    return { verdict: until === undefined ? 'send' : { postponeTo: until }, address };
  };
}
