export { joinServers, type Membership } from './join-servers.ts';
export { createServerRows, isKnown, isLiving, type LivingServer, type Traits } from './server-rows.ts';
