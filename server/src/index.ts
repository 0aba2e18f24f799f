export { type Config, readConfig } from './config.ts';
export type { DemoCredentials } from './features/demo/index.ts';
export type { Features } from './features.ts';
export type { Clock } from './platform/clock.ts';
export { createLogger, type Logger } from './platform/logger.ts';
export { type Server, startServer } from './server.ts';
export { SettingError } from './settings.ts';
