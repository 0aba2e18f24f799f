import type { ValueAddress } from '@azulejo/contract';
import type { ChannelAccess } from '../../core/access/index.ts';
import type { Deriving } from './derivation.ts';
import { type Entry, keyOf, type Refresh, type Report } from './entries.ts';
import type { Plan } from './plan.ts';
import type { PlanContext } from './plan-context.ts';
import { planReport } from './plan-report.ts';
import { derivedSpec } from './value-specs.ts';

/** Returns the user whose value is derived from the entry, or undefined. */
export function derivesFor({ derivation }: PlanContext, entry: Entry): string | undefined {
  if (entry.kind !== 'report' && entry.kind !== 'refresh') return undefined;
  const { owner } = entry.channel;
  if (owner?.kind !== 'user') return undefined;
  return entry.kind === 'refresh' || derivation.isSource(entry.address.propertyId) ? owner.id : undefined;
}

export const targetOf = ({ derivation }: PlanContext, { channelId }: ChannelAccess): ValueAddress => ({
  channelId,
  ...derivation.target,
});

/** Plans the values that follow from a phone's report, or from the time. A value is stored only if it differs. */
export function planDerived(
  context: PlanContext,
  plan: Plan,
  entry: Report | Refresh,
  deriving: Deriving,
): void {
  const userId = derivesFor(context, entry);
  if (userId === undefined) return;
  const values =
    entry.kind === 'refresh'
      ? deriving.refresh(userId, plan.now)
      : deriving.report(userId, {
          property: entry.address.propertyId,
          data: entry.data,
          at: plan.now,
        });
  const address = targetOf(context, entry.channel);
  const key = keyOf(address);
  for (const data of values) {
    const text = JSON.stringify(data);
    // A value that was never known need not be stored as unknown.
    if (text === (plan.current.get(key)?.text ?? 'null')) continue;
    const { channel } = entry;
    planReport(context, plan, {
      kind: 'report',
      address,
      key,
      channel,
      spec: derivedSpec,
      data,
      text,
      isAnswer: false,
    });
  }
}
