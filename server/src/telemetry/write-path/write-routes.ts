import type { resources } from '@azulejo/contract';
import { addressOf } from '@azulejo/model';
import type { Handlers, Principal } from '../../core/access/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';
import { type Commands, toWireCommand } from '../commands/index.ts';
import type { WritePath } from './write-path.ts';

export function writeHandlers(
  writePath: WritePath,
  commands: Commands,
): Pick<Handlers<typeof resources.values>, 'put'> {
  return {
    put: async ({ input, context }) => {
      const actor = actorOf(context.principal);
      const stored = await writePath.put(actor, context.channel, addressOf(input), input.data);
      const { id } = stored;
      const mayWait = stored.state === 'open' && id !== undefined && input.wait;
      const command = mayWait ? ((await commands.waitFor(id, mayWait * 1000)) ?? stored) : stored;
      const body = toWireCommand(command);
      return command.state === 'open' ? { body, status: 202 } : { body };
    },
  };
}

const actorOf = ({ kind, id, clientId }: Principal): Actor => ({ kind, id, clientId });
