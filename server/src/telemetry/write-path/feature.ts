import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates, ValueSchemas } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Alarms } from '../alarms/index.ts';
import type { Commands } from '../commands/index.ts';
import type { Events } from '../events/index.ts';
import type { History } from '../history/index.ts';
import type { Derivation } from './derivation.ts';
import { createWriteMetrics } from './metrics.ts';
import { createWritePath } from './write-path.ts';
import { writeHandlers } from './write-routes.ts';

/** Interval of the check for commands whose deadline has passed. */
const OVERDUE_MS = 250;

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
    jobs: [{ name: 'settle overdue commands', everyMs: OVERDUE_MS, run: writePath.settleOverdue }],
    stop: () => writePath.drain(),
  } satisfies Feature;
}
