import { hash } from 'node:crypto';
import { PARTS } from '../../platform/leases.ts';

/**
 * Returns the parts of a server by rendezvous hashing: all servers compute the same, and when one comes or goes, only
 * its parts move.
 */
export function ownParts(serverId: string, living: readonly string[]): number[] {
  const own: number[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    let [first, highest] = ['', ''];
    for (const id of living) {
      const weight = hash('sha256', `${part} ${id}`);
      if (weight > highest) [first, highest] = [id, weight];
    }
    if (first === serverId) own.push(part);
  }
  return own;
}
