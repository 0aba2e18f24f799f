export { bridgeFlags } from './admin/bridges/index.ts';
export type { DemoCredentials } from './admin/demo/index.ts';
export type { Features } from './app/features.ts';
export { type Server, startServer } from './app/server.ts';
export { type Config, readConfig } from './config/config.ts';
export { defaultText, settingGroups } from './config/definitions/index.ts';
export { SettingError } from './config/settings.ts';
export type { Clock } from './platform/clock.ts';
export { createLogger, type Logger } from './platform/logger.ts';
