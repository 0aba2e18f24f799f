export { type Calendar, createCalendar } from './calendar.ts';
export { type AutomationVersion, compile } from './compile.ts';
export type { CompiledAutomation } from './compiled.ts';
export type * from './decision.ts';
export type { HomeFacts, PropertyFacts } from './facts.ts';
export { createHome, type Home } from './home.ts';
export type * from './input.ts';
export { describeAutomation } from './loops/describe-automation.ts';
export { findLoop } from './loops/find-loop.ts';
export { inLoopsWith } from './loops/in-loops-with.ts';
export type { LoopAutomation, LoopCheck, LoopHome, LoopPart, SceneWrites } from './loops/types.ts';
export { withPartIds } from './part-ids.ts';
export {
  advance as advancePresence,
  ignore as ignoreReport,
  presenceDue,
  report as applyReport,
  UNKNOWN_PRESENCE,
} from './presence/presence.ts';
export { readReport } from './presence/read-report.ts';
export type { IgnoredReason, KnownPlace, Presence, Report, Whereabouts } from './presence/types.ts';
export { judgePresent, type Present } from './present.ts';
export { isBlocking, isFatal, type Problem } from './problems.ts';
export { advance, apply, nextDue, start } from './reducer.ts';
export { sunOf } from './schedule/sun.ts';
export type * from './state.ts';
export { toDefinitionParts, type UnitFault } from './workers/to-definition.ts';
export { peopleUnits, toWorkerUnits } from './workers/to-units.ts';
export type { SentUnits, UnitPlaces, WorkerKind, WorkerUnit, WorkerUnits } from './workers/unit.ts';
