import { Refusal } from '../../platform/refusal.ts';

/** Finds a bridge by id, or by its name if no other bridge has it. */
export async function findBridge<Bridge extends { readonly id: string; readonly name: string }>(
  bridges: { list(): Promise<readonly Bridge[]> },
  idOrName: string,
): Promise<Bridge> {
  const all = await bridges.list();
  const [bridge, other] = all.filter(({ id, name }) => id === idOrName || name === idOrName);
  if (!bridge) {
    const { ApiError } = await import('../../platform/api-error.ts');
    throw new ApiError('not_found', { detail: `There is no bridge "${idOrName.slice(0, 100)}".` });
  }
  if (other) throw new Refusal(`several bridges are called "${idOrName}": use the id`);
  return bridge;
}
