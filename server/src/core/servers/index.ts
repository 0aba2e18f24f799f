export { joinServers, type Membership } from './join-servers.ts';
export { createServerRows, isKnown, isLiving, type LivingServer } from './server-rows.ts';
