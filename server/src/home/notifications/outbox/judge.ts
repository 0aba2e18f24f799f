import type { Db } from '../../../database/index.ts';
import { emailKey } from '../../../people/users/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { quietUntil } from '../quiet-hours.ts';
import { prepareRecipient } from '../read-models/recipient.ts';
import { parseSettings } from '../settings.ts';
import type { MessageRow } from './send-push.ts';

/** What is done with a message instead of sending it now. */
type Verdict = 'send' | 'drop' | { readonly postponeTo: number };

/** Creates the function that decides whether the person still wants a message, and now. */
export function createJudge(db: Db, clock: Clock) {
  const recipient = prepareRecipient(db);

  return async (message: MessageRow): Promise<{ verdict: Verdict; address: string | undefined }> => {
    const person = await recipient.get({ userId: message.user_id });
    const settings = parseSettings(person?.settings ?? undefined);
    const { kind, way, is_urgent, expires } = message;
    const isConfirmed =
      typeof person?.mailAddress === 'string' && emailKey(person.mailAddress) === emailKey(person.email);
    const address = isConfirmed ? person.email : undefined;
    const isUnwanted = kind !== 'test' && !settings.kinds[kind][way];
    if (person?.state !== 'active' || isUnwanted || expires <= clock.now())
      return { verdict: 'drop', address };
    const mayPass = kind === 'test' || (is_urgent === 1 && settings.quiet_hours?.alarms_pass);
    const until = mayPass ? undefined : quietUntil(settings.quiet_hours, clock.now());
    return { verdict: until === undefined ? 'send' : { postponeTo: until }, address };
  };
}
