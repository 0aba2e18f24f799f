export { type Commands, createCommands } from './commands.ts';
