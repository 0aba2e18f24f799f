import { resources } from '@azulejo/contract';
import { addressOf } from '@azulejo/model';
import type { Handlers, Principal } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates, ValueSchemas } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Alarms } from '../alarms/index.ts';
import { type Commands, toWireCommand } from '../commands/index.ts';
import type { Events } from '../events/index.ts';
import type { History } from '../history/index.ts';
import type { Derivation } from './derivation.ts';
import { createWriteMetrics } from './metrics.ts';
import { createWritePath, type WritePath } from './write-path.ts';

/** Interval of the check for commands of this server whose deadline has passed. */
const OVERDUE_MS = 250;
/** The same for commands that a server left when it ended. */
const LEFT_MS = 5_000;

type Needs = Platform & {
  alarms: Alarms;
  audit: Audit;
  applications: Applications;
  channels: Channels;
  commands: Commands;
  /** Whether the user's preferences drop this report. */
  context: { isUnwanted(userId: string, propertyId: string): Promise<boolean> };
  events: Events;
  history: History;
  messageTrace: MessageTrace;
  schemas: ValueSchemas;
  templates: Templates;
  presence: { readonly derivation: Derivation };
};

/** Creates the write path, the only way in which values change. */
export function writePathFeature(needs: Needs) {
  const writePath = createWritePath({
    ...needs,
    metrics: createWriteMetrics(needs.metrics.registers),
    quota: needs.config.shares.values,
    worksFor: needs.applications.worksFor,
    isUnwanted: needs.context.isUnwanted,
    derivation: needs.presence.derivation,
  });
  const { put } = resources.values;
  return {
    api: { writePath },
    routes: ({ serve }) => serve({ put }, writeHandlers(writePath, needs.commands)),
    jobs: [
      {
        name: 'settle overdue commands',
        runs: 'everywhere',
        everyMs: OVERDUE_MS,
        run: writePath.settleOverdue,
      },
      {
        name: 'settle commands of ended servers',
        runs: 'by part',
        everyMs: LEFT_MS,
        run: writePath.settleLeft,
      },
    ],
    stop: () => writePath.drain(),
  } satisfies Feature;
}

function writeHandlers(
  writePath: WritePath,
  commands: Commands,
): Pick<Handlers<typeof resources.values>, 'put'> {
  return {
    put: async ({ input, context }) => {
      const actor = actorOf(context.principal);
      const stored = await writePath.put(actor, context.channel, addressOf(input), input.data, {
        arrival: context.arrival,
      });
      const { id } = stored;
      const mayWait = stored.state === 'open' && id !== undefined && input.wait;
      const command = mayWait ? ((await commands.waitFor(id, mayWait * 1000)) ?? stored) : stored;
      const body = toWireCommand(command);
      return command.state === 'open' ? { body, status: 202 } : { body };
    },
  };
}

const actorOf = ({ kind, id, clientId }: Principal): Actor => ({ kind, id, clientId });
