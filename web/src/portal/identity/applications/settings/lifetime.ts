/** A duration as people write it: a number of the largest unit that divides it evenly. */
export type Lifetime = { amount: number | ''; unit: Unit };
export type Unit = 'days' | 'hours' | 'minutes';

const unitSeconds: Readonly<Record<Unit, number>> = { days: 86_400, hours: 3_600, minutes: 60 };
const units = Object.keys(unitSeconds) as Unit[];

/** Converts seconds; null, the platform's default, is an empty field. */
export function toLifetime(seconds: number | null): Lifetime {
  if (seconds === null) return { amount: '', unit: 'days' };
  const unit = units.find((each) => seconds % unitSeconds[each] === 0) ?? 'minutes';
  return { amount: seconds / unitSeconds[unit], unit };
}

export const toSeconds = ({ amount, unit }: Lifetime): number | null =>
  amount === '' ? null : Math.round(amount * unitSeconds[unit]);

export function durationText(seconds: number): string {
  const { amount, unit } = toLifetime(seconds);
  return `${Number(amount).toLocaleString()} ${amount === 1 ? unit.slice(0, -1) : unit}`;
}
