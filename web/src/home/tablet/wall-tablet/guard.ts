import type { Channel } from '@azulejo/contract';
import type { Address } from '@azulejo/sdk';
import { guardedWrite } from './guarded-write.ts';
import { pinPrompt, type Reason } from './pin-prompt.ts';
import { readWallTablet } from './wall-tablet-settings.ts';

type Write = { readonly channel: Channel | undefined; readonly address: Address; readonly data: unknown };

/** A write of a property, those of a scene, or that an alarm is acknowledged. */
export type Act = 'alarm' | Write | readonly Write[];

/** Returns whether the act is allowed, after asking for the PIN where this is needed. */
export async function mayAct(act: Act): Promise<boolean> {
  const reason = reasonOf(act);
  return reason === undefined || pinPrompt.ask(reason);
}

/** Returns the reason for the PIN: several writes ask once, for a lock if there is one. */
function reasonOf(act: Act): Reason | undefined {
  if (act === 'alarm') return act;
  const settings = readWallTablet();
  const reasons = [act]
    .flat()
    .map(({ channel, address, data }) => guardedWrite(channel, address, data, settings));
  return reasons.includes('unlock') ? 'unlock' : reasons.find((reason) => reason !== undefined);
}
