import type { Command } from 'commander';
import { addAccounts } from './manager-account.ts';

export function addManager(program: Command): void {
  const group = program
    .command('manager')
    .description('Managers: programs that connect the devices of a maker.');
  addAccounts(group);
}
