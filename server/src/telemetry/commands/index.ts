export {
  type AutomationStep,
  automationActor,
  automationCommandId,
  automationStepOf,
  type Chain,
  causeOf,
  commandOf,
  toChain,
  toWireCause,
  toWireChain,
} from './cause.ts';
export {
  type CommandRecord,
  type NewCommand,
  type OpenCommand,
  type Settlement,
  toWireCommand,
} from './command.ts';
export type { Commands } from './commands.ts';
export { commandsFeature } from './feature.ts';
export type { Waiting } from './waiting.ts';
