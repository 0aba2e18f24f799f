import type { Channel } from '@azulejo/contract';
import type { Address } from '@azulejo/sdk';
import { guardedWrite } from './guarded-write.ts';
import { readKiosk } from './kiosk-settings.ts';
import { pinPrompt } from './pin-prompt.ts';

/** A write of a property, or that an alarm is acknowledged. */
export type Act =
  | 'alarm'
  | { readonly channel: Channel | undefined; readonly address: Address; readonly data: unknown };

/** Returns whether the act is allowed, after asking for the PIN where this is needed. */
export async function mayAct(act: Act): Promise<boolean> {
  const reason = act === 'alarm' ? act : guardedWrite(act.channel, act.address, act.data, readKiosk());
  return reason === undefined || pinPrompt.ask(reason);
}
