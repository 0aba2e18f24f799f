export const coreActions = {
  'keys.rotate': '{actor} rotated the keys that seal stored secrets: {detail}',
  'portal.messages.watch': '{actor} watched the messages of {target}',
  'portal.messages.watch-all': '{actor} watched all messages',
  'portal.servers.drain': '{actor} drained a server: {detail}',
} as const;
