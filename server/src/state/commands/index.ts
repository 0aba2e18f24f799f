export {
  type CommandRecord,
  type NewCommand,
  type OpenCommand,
  type Settlement,
  toWireCommand,
} from './command.ts';
export { type Commands, createCommands } from './commands.ts';
export { commandHandlers } from './commands-routes.ts';
export type { Waiting } from './waiting.ts';
