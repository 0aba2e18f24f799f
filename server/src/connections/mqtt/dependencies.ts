import type { AccountLimits, BrokerLimits } from '@azulejo/broker';
import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Db } from '../../database/index.ts';
import type { Clock, Timers } from '../../platform/clock.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import type { DatabaseContact } from '../../platform/database-contact.ts';
import type { Leases } from '../../platform/leases.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Auth } from '../../sign-in/auth/index.ts';
import type { Values } from '../../telemetry/values/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import type { GrantRequests } from '../pairing/index.ts';
import type { LiveServerBus } from './server-messages.ts';

/** The services of the platform that the broker's rules and sessions use. */
export type LiveDependencies = {
  db: Db;
  /** The id of this server. */
  serverId: string;
  bus: DomainEventBus;
  serverBus: LiveServerBus;
  connectedClients: ConnectedClients;
  auth: Auth;
  values: Values;
  writePath: WritePath;
  grantRequests: GrantRequests;
  audit: Audit;
  messageTrace: MessageTrace;
  metrics: Metrics;
  clock: Clock;
  databaseContact: DatabaseContact;
  leases: Pick<Leases, 'parts'>;
  timers: Timers;
  logger: Logger;
  limits?: Partial<BrokerLimits>;
  /**
   * Limits shared by all sessions of one user or device (`single`), and of one application or manager
   * (`service`).
   */
  accountLimits?: { single: AccountLimits; service: AccountLimits };
  isShared?: (address: string) => boolean;
};
