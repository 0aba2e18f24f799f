export { type Contraction, createContraction } from './contraction.ts';
export { joinServers, type Membership } from './join-servers.ts';
export {
  createServerReports,
  type OwnServer,
  type ReportedServer,
  type ServerReport,
  type ServerReports,
} from './server-reports.ts';
export { createServerRows, isKnown, isLiving, type LivingServer, type Traits } from './server-rows.ts';
