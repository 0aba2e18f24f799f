export { joinServers, type Membership } from './join-servers.ts';
export { createServerRows } from './server-rows.ts';
