// Generated from contract/ by `npm run generate`.

/** A value of the property `access`, which says whether the device can be reached. */
export type AccessState = "ok" | "nok" | "connected" | "disconnected" | "no_power" | "unreachable" | "remote_control_disabled" | "permission_revoked" | "service_error" | "unauthorized" | "api_unreachable";

export interface AccountDeletion {
  /** When the account is deleted; null unless that was requested. */
  due: Timestamp | null;
  /** For how many days a request can be withdrawn; 0 means not at all. */
  days: number;
  /** Devices that are deleted with the account. */
  own_devices: number;
  /** Devices that others use, too. They stay. */
  shared_devices: number;
  /** Places that are deleted. */
  places: number;
  /** Pictures that are deleted. */
  pictures: number;
}

export interface AccountResult {
  /** Human-readable result text. */
  message: string;
  /** True when the account was created and signed in. */
  success: boolean;
  /** The new user, signed in. */
  user: {
    /** Access token of the new user, the same as `token`. */
    authToken: string;
    /** The application’s client id. */
    clientId: string;
    /** The user’s e-mail. */
    email: string;
    /** The user id. */
    id: string;
    /** The user’s name. */
    name: string;
    /** Always true. */
    newUser: boolean;
    /** Default user photo. */
    photoUrl: string;
    /** Access token. */
    token: string;
  };
}

/** The actions of a tap on the tile (spec 2.5). */
export interface Action {
  /** Type of the component that has the property. */
  componentType: string;
  /** Property id. */
  property: string;
  /** A switch that is on, off or unknown. */
  type: "tri-state";
  /** How the switch looks, and what it writes. */
  options: {
    /** The look of a tri-state action. */
    icon: "on_off" | "home" | "lock";
    /** The values to write. */
    mappings: {
      /** The value that switches it off. */
      off: false;
      /** The value that switches it on. */
      on: true;
    };
    /** `$`, the whole value. */
    outputPath: string;
  };
}

/** A value that a property was set to. */
export interface Activity {
  /** Component id. */
  component: string;
  /** Property id, or `access`. */
  property: string;
  /** Valid against the property’s schema. */
  data: unknown;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  timestamp: Timestamp;
  /** Who did something. */
  by: Actor;
  /** The client that the person used. Known for 30 days. */
  through?: {
    /** The client’s id. */
    id: string;
    /** The client’s name. */
    name?: string;
  };
}

export interface ActivityList {
  /** Newest first. */
  elements: Activity[];
}

/** Who did something. */
export interface Actor {
  /**
   * `user`: a person. `client`: an application or a manager that did not act for a user. `device`: the device
   * itself, or the maker’s cloud on its behalf. `agent`: an automation of a user.
   */
  type: "user" | "client" | "device" | "agent";
  /** Id of the user, the client or the agent. */
  id?: string;
  /**
   * Name of the client, of a user of the same application who currently may use the device, or of an
   * automation of the caller’s. Absent for others.
   */
  name?: string;
  /** The run of the agent that did it. */
  run?: string;
  /**
   * Why the agent ran, in words, e.g. “because Hall motion noticed motion at 23:14”. Only for its owner, and
   * as long as the run is stored.
   */
  because?: string;
}

export interface AddedBridgeDevices {
  /** Ids of the channels that are in the home now and were not before. */
  added: string[];
}

export interface AddedChannel {
  /** Channel id. */
  id: string;
  /** Id of the found device. Devices that were not added are left out. */
  found_id: string;
  /** Name of the device. */
  content: string;
  /** Channel template id. */
  profile: string;
}

/**
 * An automation. `last_run`: when its last run began; absent if it never ran. `next`: when its next schedule
 * is due; absent without one.
 */
export interface Agent {
  /** Automation id. */
  id: string;
  /** The definition of an automation: *when* something happens, *only if* something is true, *then* steps. */
  definition: AgentDefinition;
  /** Whether it runs. */
  enabled: boolean;
  /** Number of the definition; every change of it makes the next one. */
  version: number;
  /** Where it was made. */
  origin: "phone" | "web" | "api" | "template";
  /** The definition as a sentence, in the requested language. */
  sentence: string;
  /**
   * `fine`: it runs. `off`: a person switched it off. `invalid`: something that it names is gone, see
   * `problems`. `stopped`: it ran too often and was switched off, see `stopped`. `failing`: its last run did
   * not do all of its steps.
   */
  health: AgentHealth;
  /** Its problems in the home as it is now. At most 20. */
  problems: AgentProblem[];
  /** Why the platform switched an automation off. */
  stopped?: AgentStop;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  last_run?: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  next?: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  updated: Timestamp;
  /** Revision, the same as the `ETag`. */
  _rev: string;
}

/** Runs another automation, or switches it. */
export interface AgentAgentStep {
  /** Id of the step, unique in the automation; runs and problems name it. Assigned if absent, then stable. */
  id?: string;
  /** Only when one of these triggers started the run; always if absent. */
  for?: string[];
  /** Id of an automation of the same user. */
  agent: string;
  /** The action. `run` checks its conditions. */
  as: "run" | "switch-on" | "switch-off";
}

/** All of several conditions. */
export interface AgentAll {
  /**
   * Id of the condition, unique in the automation; runs and problems name it. Assigned if absent, then
   * stable.
   */
  id?: string;
  /** All of these must be true. */
  all: Array<Record<string, unknown>>;
}

/** One of several conditions. */
export interface AgentAny {
  /**
   * Id of the condition, unique in the automation; runs and problems name it. Assigned if absent, then
   * stable.
   */
  id?: string;
  /** One of these must be true. */
  any: Array<Record<string, unknown>>;
}

/** The result of checking a definition before it is saved. */
export interface AgentCheck {
  /** At most 100; empty if it can be saved. */
  problems: AgentProblem[];
  /** The definition as a sentence, in the requested language. */
  sentence: string;
  /** The automations that would start each other without end; the last starts the first. */
  loop?: Array<{
    /** Id of the automation; empty for the one that is checked. */
    agent: string;
    /** Its name. */
    label: string;
    /** The property, in words. */
    property: string;
    /** The value that it sets. */
    value: unknown;
    /** From its beginning to when the next one begins, in milliseconds. */
    after_ms: number;
  }>;
  /** Other automations that set the same property. At most 50. */
  also_set_by: Array<{
    /** Path of the step. */
    path: string;
    /** Id of the other automation. */
    agent: string;
    /** Its name. */
    label: string;
  }>;
  /** Triggers that are true now, and so must turn false first. */
  already_true: Array<{
    /** Path of the trigger. */
    path: string;
    /** The present value. */
    value: unknown;
  }>;
  /** The current states of the conditions. */
  conditions: Array<{
    /** Id of the condition. */
    id: string;
    /** Whether it is true now; null if unknown. */
    is: boolean | null;
    /** The value that decides it. */
    value?: unknown;
  }>;
  /** When triggers that follow a clock or the sun fire next, if the automation is saved now. */
  next: Array<{
    /** Path of the trigger. */
    path: string;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    at: Timestamp;
  }>;
}

/** The definition of an automation: *when* something happens, *only if* something is true, *then* steps. */
export interface AgentDefinition {
  /** Name of the automation, for people. */
  label: string;
  /** Whether it runs; true if absent. */
  enabled?: boolean;
  /**
   * What happens if it is triggered while it is running: `single` (the default) ignores the trigger,
   * `restart` starts again, `queued` runs afterwards, `parallel` runs both. At most 10 runs are active or
   * queued.
   */
  mode?: "single" | "restart" | "queued" | "parallel";
  /** The triggers, any of which starts it. Without one, it only runs when it is played. */
  when: Array<AgentPropertyTrigger | AgentTimeTrigger | AgentSunTrigger | AgentIntervalTrigger | AgentPersonTrigger | AgentDeviceTrigger | AgentWebhookTrigger | AgentSceneTrigger>;
  /** The condition that must be true. If it is unknown, the automation does not run. */
  onlyIf?: AgentPropertyCondition | AgentTimeCondition | AgentSunCondition | AgentPersonCondition | AgentDeviceCondition | AgentAll | AgentAny | AgentNot;
  /** The steps, in this order. */
  then: Array<AgentSetStep | AgentWaitStep | AgentWaitUntilStep | AgentNotifyStep | AgentWebhookStep | AgentSceneStep | AgentAgentStep | AgentIfStep>;
  /** The shortest time between the beginnings of two runs. ISO 8601, from `PT1S` to `P30D`. */
  atMostEvery?: string;
  /**
   * How late a property may be set after an interruption of the server: `skip-after:` and a duration, or
   * `always`. If absent, it is `skip-after:PT15M`, and `always` for steps that end what an earlier one began.
   */
  late?: string;
}

/** Whether a device can be reached. */
export interface AgentDeviceCondition {
  /**
   * Id of the condition, unique in the automation; runs and problems name it. Assigned if absent, then
   * stable.
   */
  id?: string;
  /** The connection to it. */
  device: "unreachable" | "reachable";
  /** Channel id. */
  channel: string;
}

/** A device that cannot be reached, or reports nothing. */
export interface AgentDeviceTrigger {
  /**
   * Id of the trigger, unique in the automation; runs and problems name it. Assigned if absent, then stable.
   */
  id?: string;
  /**
   * `unreachable`, `reachable`: the connection to the device. `silent`: it reported nothing for the time in
   * `for`.
   */
  device: "unreachable" | "reachable" | "silent";
  /** Channel id. */
  channel: string;
  /** How long; required for `silent`. ISO 8601, from `PT1S` to `P30D`. */
  for?: string;
}

/**
 * `fine`: it runs. `off`: a person switched it off. `invalid`: something that it names is gone, see
 * `problems`. `stopped`: it ran too often and was switched off, see `stopped`. `failing`: its last run did
 * not do all of its steps.
 */
export type AgentHealth = "fine" | "off" | "invalid" | "stopped" | "failing";

/** One list of steps or another. An unknown condition counts as `else`. */
export interface AgentIfStep {
  /** Id of the step, unique in the automation; runs and problems name it. Assigned if absent, then stable. */
  id?: string;
  /** Only when one of these triggers started the run; always if absent. */
  for?: string[];
  /** The condition that must be true. If it is unknown, the automation does not run. */
  if: AgentPropertyCondition | AgentTimeCondition | AgentSunCondition | AgentPersonCondition | AgentDeviceCondition | AgentAll | AgentAny | AgentNot;
  /** Steps. All steps of an automation together are at most 50. */
  then: Array<Record<string, unknown>>;
  /** Steps. All steps of an automation together are at most 50. */
  else?: Array<Record<string, unknown>>;
}

/** At regular intervals, counted from when it was switched on. */
export interface AgentIntervalTrigger {
  /**
   * Id of the trigger, unique in the automation; runs and problems name it. Assigned if absent, then stable.
   */
  id?: string;
  /** The time between two runs, counted as elapsed time. ISO 8601, from `PT1S` to `P30D`. */
  every: string;
}

export interface AgentList {
  /** In the user’s order, in which they also decide. */
  elements: Agent[];
}

/** A trigger that did not start a run, and why. */
export interface AgentMiss {
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  at: Timestamp;
  /** Why a trigger did not start a run. */
  reason: AgentMissReason;
  /** The version of the definition. */
  version: number;
  /** Id of the trigger. Absent for a play. */
  trigger?: string;
  /** A property of a device. */
  property?: AgentProperty;
  /** The value before. */
  before?: unknown;
  /** The value that could have started it. */
  after?: unknown;
  /** The states of the conditions. */
  conditions?: AgentVerdict[];
  /** The reason as a sentence in the requested language. */
  text: string;
}

/** Why a trigger did not start a run. */
export type AgentMissReason = "condition-false" | "condition-unknown" | "did-not-last" | "still-running" | "suppressed" | "missed" | "no-sun" | "disabled" | "loop" | "not-true-before";

/** Why an automation did not run. */
export interface AgentMisses {
  /** By reason, the most frequent first. */
  reasons: Array<{
    /** Why a trigger did not start a run. */
    reason: AgentMissReason;
    /** In the last 30 days. */
    count: number;
    /** The hours that have any, oldest first; at most 720. */
    hours: Array<{
      /** ISO 8601 with milliseconds and the offset `+0000`. */
      from: Timestamp;
      /** In the hour that begins then. */
      count: number;
    }>;
    /** The last ones, newest first; at most 20. */
    last: AgentMiss[];
  }>;
}

/** The opposite. An unknown condition stays unknown. */
export interface AgentNot {
  /**
   * Id of the condition, unique in the automation; runs and problems name it. Assigned if absent, then
   * stable.
   */
  id?: string;
  /** A condition in one of the same forms. At most 5 levels, 50 conditions. */
  not: Record<string, unknown>;
}

/** Notifies people. */
export interface AgentNotifyStep {
  /** Id of the step, unique in the automation; runs and problems name it. Assigned if absent, then stable. */
  id?: string;
  /** Only when one of these triggers started the run; always if absent. */
  for?: string[];
  /** A message to people. */
  notify: {
    /** The automation’s label if absent. */
    title?: string;
    /** The message; `{{name}}` is replaced by the property of that name in `values`. */
    text: string;
    /** The properties that the text names. */
    values?: Record<string, AgentProperty>;
    /** User ids of the owner and of people who share a device with the owner; the owner if absent. */
    to?: string[];
  };
}

/** Where people are. */
export interface AgentPersonCondition {
  /**
   * Id of the condition, unique in the automation; runs and problems name it. Assigned if absent, then
   * stable.
   */
  id?: string;
  /** Where the people are. */
  person: "is-at" | "is-not-at";
  /** Place id, or `home` for the place of the home. */
  place: string;
  /** User ids; the automation’s owner if absent. */
  who?: string[];
  /** Whether one of them is enough; `every` if absent. */
  of?: "any" | "every";
}

/** A person who arrives at a place or leaves it. */
export interface AgentPersonTrigger {
  /**
   * Id of the trigger, unique in the automation; runs and problems name it. Assigned if absent, then stable.
   */
  id?: string;
  /** Fires separately for each of the people. */
  person: "arrives" | "leaves";
  /** Place id, or `home` for the place of the home. */
  place: string;
  /** User ids; the automation’s owner if absent. */
  who?: string[];
}

/** A fault of a definition. */
export interface AgentProblem {
  /** Path into the definition, e.g. `when[0].value`. */
  path: string;
  /**
   * The kind of problem, e.g. `unknown_property`, `invalid_value`, `never_true`, or `loop` for automations
   * that would start each other endlessly.
   */
  code: string;
  /** The problem as a sentence, in the requested language. */
  text: string;
  /**
   * `error`: the automation is not stored, or does not run. `warning`: the definition is probably a mistake.
   */
  severity: "error" | "warning";
}

/** A property of a device. */
export interface AgentProperty {
  /** Channel id. */
  channel: string;
  /** Component id. */
  component: string;
  /** Property id. */
  property: string;
}

/** The value of a property, or of a group of them. */
export interface AgentPropertyCondition {
  /**
   * Id of the condition, unique in the automation; runs and problems name it. Assigned if absent, then
   * stable.
   */
  id?: string;
  /** A property of a device. */
  property?: AgentProperty;
  /**
   * All properties of a class, such as every battery or any light in the living room, evaluated when it is
   * used: devices that are added later are included. At most 100 properties.
   */
  properties?: AgentPropertyGroup;
  /** `is`, `is-not`: has the value or another one. `above`, `below`: compares numbers. */
  is: "is" | "is-not" | "above" | "below";
  /** The value to compare with. */
  value?: unknown;
  /** Key of the unit of `value`, e.g. `fahrenheit`; the unit of the property if absent. */
  unit?: string;
  /** It must have been so for this long. ISO 8601, from `PT1S` to `P30D`. */
  since?: string;
}

/**
 * All properties of a class, such as every battery or any light in the living room, evaluated when it is
 * used: devices that are added later are included. At most 100 properties.
 */
export interface AgentPropertyGroup {
  /** The last two words of the properties’ class, e.g. `security.open` or `battery.battery`. */
  class: string;
  /** Only components of this type, e.g. `light-bulb`. */
  component?: string;
  /** Only devices in this tile group; in the whole home if absent. */
  room?: string;
  /**
   * `any`: one of them is enough; as a trigger, each of them fires on its own. `every`: all of them; as a
   * trigger, it fires when the last one becomes true.
   */
  of: "any" | "every";
}

/** A property, or one of a group. Exactly one of the two. */
export interface AgentPropertyTrigger {
  /**
   * Id of the trigger, unique in the automation; runs and problems name it. Assigned if absent, then stable.
   */
  id?: string;
  /** A property of a device. */
  property?: AgentProperty;
  /**
   * All properties of a class, such as every battery or any light in the living room, evaluated when it is
   * used: devices that are added later are included. At most 100 properties.
   */
  properties?: AgentPropertyGroup;
  /**
   * `becomes`, `stops-being`: the property gets, or loses, the value. `rises-above`, `falls-below`: a number
   * passes the value. `changes`: it gets another value. `reports`: it is reported, even with the same value.
   */
  is: "becomes" | "stops-being" | "rises-above" | "falls-below" | "changes" | "reports";
  /** The value to compare with; absent for `changes` and `reports`. */
  value?: unknown;
  /** Key of the unit of `value`, e.g. `fahrenheit`; the unit of the property if absent. */
  unit?: string;
  /**
   * How far a number must go back past `value` before the trigger can fire again, in the same unit. Only for
   * `rises-above` and `falls-below`.
   */
  leeway?: number;
  /** Fires only after it has been so for this long, without interruption. ISO 8601, from `PT1S` to `P30D`. */
  for?: string;
}

/** What replacing a device changes. */
export interface AgentReplacement {
  /** Whether the automations that fit were changed. */
  applied: boolean;
  /** The automations that name the device, in their order. */
  automations: Array<{
    /** Id of the automation. */
    id: string;
    /** Its name. */
    label: string;
    /** Whether it can run with the other device. If not, it stays unchanged. */
    fits: boolean;
    /** What it does with the other device, or as it is if it does not fit. */
    sentence: string;
    /** Why it does not fit, by path, and warnings. Empty if all is well. */
    problems: AgentProblem[];
  }>;
}

/** A run of an automation. */
export interface AgentRun {
  /** Id of the run. */
  id: string;
  /** Automation id. */
  agent: string;
  /** The version of the definition that ran. */
  version: number;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  began: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  ended?: Timestamp;
  /**
   * `partly`: some writes failed. `failed`: all writes failed. `stopped`: a step stopped it. `replaced`: it
   * was restarted. `cancelled`: it was switched off or deleted. `braked`: it ran too often.
   */
  outcome: "running" | "done" | "partly" | "failed" | "stopped" | "replaced" | "cancelled" | "braked";
  /** The cause of a run. */
  start: AgentStart;
  /** The cause of the run in words, in the requested language, e.g. `motion was seen at 23:14`. */
  because: string;
  /** The states of the conditions. */
  conditions: AgentVerdict[];
  /** Ids of the automations whose runs caused this one, the first one first, itself last. */
  chain: string[];
  /** In order; at most 500. Absent in lists. */
  steps?: AgentStepRecord[];
}

/** Plays a scene. */
export interface AgentSceneStep {
  /** Id of the step, unique in the automation; runs and problems name it. Assigned if absent, then stable. */
  id?: string;
  /** Only when one of these triggers started the run; always if absent. */
  for?: string[];
  /** Scene id. */
  scene: string;
}

/** A scene was played. */
export interface AgentSceneTrigger {
  /**
   * Id of the trigger, unique in the automation; runs and problems name it. Assigned if absent, then stable.
   */
  id?: string;
  /** Scene id. */
  scene: string;
}

/** Sets a property. A write without an answer is repeated once. */
export interface AgentSetStep {
  /** Id of the step, unique in the automation; runs and problems name it. Assigned if absent, then stable. */
  id?: string;
  /** Only when one of these triggers started the run; always if absent. */
  for?: string[];
  /** The property to set, or `{properties}` to set every property of a group. */
  set: AgentProperty | {
    /**
     * All properties of a class, such as every battery or any light in the living room, evaluated when it is
     * used: devices that are added later are included. At most 100 properties.
     */
    properties: AgentPropertyGroup;
  };
  /** Valid against the property’s schema. */
  value: unknown;
  /** Key of the unit of `value`, e.g. `fahrenheit`; the unit of the property if absent. */
  unit?: string;
  /**
   * Whether the value is written if the property has it already, or will have it by a write that is on its
   * way to the device; `if-different` if absent.
   */
  only?: "if-different" | "always";
  /**
   * If the device does not do it, `go-on` (the default) continues with the next step, and `stop` ends the
   * run.
   */
  else?: "go-on" | "stop";
}

/** The cause of a run. */
export interface AgentStart {
  /** The kind of trigger; `play`: a person, or a step of another automation. */
  by: "value" | "schedule" | "device" | "scene" | "webhook" | "play";
  /** Id of the trigger. Absent for `play`. */
  trigger?: string;
  /** A property of a device. */
  property?: AgentProperty;
  /** The value before. */
  before?: unknown;
  /** The value that started it. */
  after?: unknown;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  since?: Timestamp;
}

/** A step of a run. A step that sets a group is several. */
export interface AgentStepRecord {
  /** Id of the step in the definition. */
  step: string;
  /** The step as words in the requested language, e.g. `turn on Hall light`. */
  text: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  at: Timestamp;
  /** The action. */
  kind: "set" | "wait" | "notify" | "webhook" | "scene" | "agent" | "if";
  /** A property of a device. */
  property?: AgentProperty;
  /** The value that was set. */
  value?: unknown;
  /** Id of the command. */
  command?: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  until?: Timestamp;
  /**
   * When it was carried out, if that was later than the automation allows: it ends what the run began, which
   * would have stayed on.
   */
  sent?: string;
  /** The scene, the automation, or the host of the address. */
  target?: string;
  /**
   * The outcome. `unchanged`: the device had the value already. `too-late`: the server was down, and the step
   * was skipped. `over-limit`: it was skipped because the user had reached the limit of 60 requests a minute,
   * for 15 minutes, or of 100 notifications an hour, or because every recipient had reached the limit of 30
   * an hour, or of 200 that wait to be sent.
   */
  outcome: "open" | "done" | "answered" | "unanswered" | "refused" | "superseded" | "too-late" | "over-limit" | "timed-out" | "failed" | "unchanged";
  /** Why it was not done. */
  reason?: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  ended?: Timestamp;
}

/** Why the platform switched an automation off. */
export interface AgentStop {
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  at: Timestamp;
  /** Which limit it passed. */
  why: "chain" | "runs-per-minute" | "runs-per-hour" | "steps-per-minute";
  /** The limit. */
  limit: number;
  /** Ids of the automations whose runs caused it, the first one first. At most 16. */
  chain: string[];
}

/** Whether it is light outside. */
export interface AgentSunCondition {
  /**
   * Id of the condition, unique in the automation; runs and problems name it. Assigned if absent, then
   * stable.
   */
  id?: string;
  /** At the place of the home. */
  sun: "up" | "down";
}

/** A time that depends on the sun. */
export interface AgentSunTrigger {
  /**
   * Id of the trigger, unique in the automation; runs and problems name it. Assigned if absent, then stable.
   */
  id?: string;
  /** A time that depends on the sun. */
  sun: {
    /** At the place of the home. */
    event: "sunrise" | "sunset";
    /** How long after it; before it if negative. ISO 8601, from `-PT12H` to `PT12H`. */
    offset?: string;
    /** Only on these days; daily if absent. */
    days?: Array<"mo" | "tu" | "we" | "th" | "fr" | "sa" | "su">;
  };
}

/** A ready automation, filled in with the user’s own devices. */
export interface AgentTemplate {
  /** Name of the template, e.g. `motion-light`. */
  id: string;
  /** What it is for, in the requested language. */
  title: string;
  /** The definition of an automation: *when* something happens, *only if* something is true, *then* steps. */
  definition: AgentDefinition;
  /** The definition as a sentence, in the requested language. */
  sentence: string;
}

/** A window of the day in the home’s time zone. */
export interface AgentTimeCondition {
  /**
   * Id of the condition, unique in the automation; runs and problems name it. Assigned if absent, then
   * stable.
   */
  id?: string;
  /** A window of the day. `days` are those on which it begins. */
  time: {
    /** Start of the window, inclusive; midnight if absent. */
    from?: string;
    /** End of the window, exclusive; midnight if absent. Before `from`, it is on the next day. */
    to?: string;
    /** Only on these days; daily if absent. */
    days?: Array<"mo" | "tu" | "we" | "th" | "fr" | "sa" | "su">;
  };
}

/** A time of day. */
export interface AgentTimeTrigger {
  /**
   * Id of the trigger, unique in the automation; runs and problems name it. Assigned if absent, then stable.
   */
  id?: string;
  /** A time of day. */
  time: {
    /** Time of day in the home’s time zone. */
    at: string;
    /** Only on these days; daily if absent. */
    days?: Array<"mo" | "tu" | "we" | "th" | "fr" | "sa" | "su">;
  };
}

/** The state of a condition at a moment. */
export interface AgentVerdict {
  /** Id of the condition in the definition. */
  id: string;
  /** The condition as words in the requested language, e.g. `it is dark`. */
  text: string;
  /** Whether it was true; null if unknown. */
  is: boolean | null;
  /** The value that decided it. */
  value?: unknown;
  /** The value as words, e.g. `17.2 °C`. */
  value_text?: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  since?: Timestamp;
  /** A property of a device. */
  of?: AgentProperty;
}

/** A definition that the automation has or had. */
export interface AgentVersion {
  /** Number of the definition. */
  version: number;
  /** The definition of an automation: *when* something happens, *only if* something is true, *then* steps. */
  definition: AgentDefinition;
  /** The definition as a sentence, in the requested language. */
  sentence: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** Id of the user who saved it. */
  by?: string;
  /** The client through which it was saved. */
  through?: string;
}

/** Waits. */
export interface AgentWaitStep {
  /** Id of the step, unique in the automation; runs and problems name it. Assigned if absent, then stable. */
  id?: string;
  /** Only when one of these triggers started the run; always if absent. */
  for?: string[];
  /** How long to wait. ISO 8601, from `PT1S` to `P30D`. */
  wait: string;
}

/** Waits until a condition is true. */
export interface AgentWaitUntilStep {
  /** Id of the step, unique in the automation; runs and problems name it. Assigned if absent, then stable. */
  id?: string;
  /** Only when one of these triggers started the run; always if absent. */
  for?: string[];
  /** The condition that must be true. If it is unknown, the automation does not run. */
  waitUntil: AgentPropertyCondition | AgentTimeCondition | AgentSunCondition | AgentPersonCondition | AgentDeviceCondition | AgentAll | AgentAny | AgentNot;
  /** How long to wait at most. ISO 8601, from `PT1S` to `P30D`. */
  atMost: string;
  /** After `atMost`: `go-on` continues with the next step, `stop` (the default) ends the run. */
  else?: "go-on" | "stop";
}

/** Calls an address on the web. */
export interface AgentWebhookStep {
  /** Id of the step, unique in the automation; runs and problems name it. Assigned if absent, then stable. */
  id?: string;
  /** Only when one of these triggers started the run; always if absent. */
  for?: string[];
  /** A POST request. */
  webhook: {
    /** Address, with https. */
    url: string;
    /** Sent as JSON; at most 16 KB. */
    body?: unknown;
  };
}

/** A call from the web. */
export interface AgentWebhookTrigger {
  /**
   * Id of the trigger, unique in the automation; runs and problems name it. Assigned if absent, then stable.
   */
  id?: string;
  /** The automation’s own address was called. */
  webhook: true;
}

/** Why an automation did not run at a time. */
export interface AgentWhyNot {
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  at: Timestamp;
  /** Why it did not run then, as a sentence in the requested language. */
  text: string;
  /** Ids of the runs in that minute, if it did run. */
  runs: string[];
  /** The reasons why it did not run in that minute; at most 20. */
  misses: AgentMiss[];
  /** The states of the triggers at the end of that minute. */
  triggers: Array<{
    /** Id of the trigger. */
    id: string;
    /** Whether it was true; null if unknown. */
    is: boolean | null;
    /** The value then. */
    value?: unknown;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    since?: Timestamp;
  }>;
  /** The states of the conditions at its end. */
  conditions: AgentVerdict[];
}

/** An alarm of a device, from the value that raised it to the one that ended it. */
export interface Alarm {
  /** Id of the alarm. */
  id: string;
  /** Channel id of the device. */
  channel: string;
  /** Component id. */
  component: string;
  /** Id of the property that became true. */
  property: string;
  /** The kind of alarm. */
  kind: "smoke" | "carbon-monoxide" | "gas" | "leak" | "siren";
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  started: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  ended?: Timestamp;
  /** Who was the first to acknowledge the alarm, and when. */
  seen?: {
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    timestamp: Timestamp;
    /** Who did something. */
    by: Actor;
  };
}

export interface AlarmList {
  /** The latest first. */
  elements: Alarm[];
}

/** The record of an application manager, for itself. */
export interface ApplicationDocument {
  /** The `client_id` of the application. */
  id: string;
  /** Path of this record. */
  href: string;
  /** Name of the application. */
  name: string;
  /**
   * Identifies calls of the platform, which send it as `Authorization: Bearer …`. It changes with the
   * addresses in `quote_actions`.
   */
  confirmation_hash: string;
  /** The stored addresses, by name. */
  quote_actions?: Record<string, string>;
}

export interface ApplicationUpdate {
  /** Always 1. */
  n_updated: number;
  /** The hash that is valid now. */
  confirmation_hash: string;
  /** Path of the record. */
  href: string;
}

export interface AuthorizationPage {
  /** URL of the page to open. */
  url: string;
}

export interface AuthorizeReply {
  /** Path of the token resource, `/v3/tokens/<id>`. */
  _id: string;
  /** The application that signed in. */
  client_id: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** The addresses of the platform. */
  endpoints: Endpoints;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  expires: Timestamp;
  /** The flow of the original sign-in; refreshing does not change it. */
  grant_type: "password" | "client_credentials";
  /** Path of the token resource, `/v3/tokens/<id>`. */
  href: string;
  /** Token record id. */
  id: string;
  /** The user id, or the client id if no user signed in. */
  owner_id: string;
  /** Granted permissions. */
  scope: string[];
  /** The `state` of the request. */
  state?: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  updated: Timestamp;
  /** Always `Bearer`. */
  token_type: "Bearer";
  /** Seconds until `expires`. */
  expires_in: number;
  /** For the `Authorization` header of all later requests. */
  access_token: string;
  /** One-time exchange code, valid for ten minutes. */
  code: string;
  /** For getting new tokens before `expires`. */
  refresh_token: string;
  /** Revision marker, also the `ETag`. */
  _rev?: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  active_ts?: Timestamp;
  /** The user’s e-mail. */
  email?: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  inactive_ts?: Timestamp;
  /** The user’s name. */
  name?: string;
  /** Unique user namespace. */
  namespace?: string;
  /** Id of the application the user belongs to. */
  target_id?: string;
  /** Always `users`. */
  type?: "users";
}

/** A bridge, which connects devices through a system that a person runs. */
export interface Bridge {
  /** Bridge id. It is also the `client_id` of its manager. */
  id: string;
  /** Path of this record. */
  href: string;
  /**
   * The system that the bridge connects. `zigbee2mqtt` is a Zigbee2MQTT with its MQTT server.
   * `mqtt-discovery` is an MQTT server on which devices announce themselves as for Home Assistant.
   */
  type: "zigbee2mqtt" | "mqtt-discovery";
  /** Name of the bridge, which people see. */
  name: string;
  /** Address of the MQTT server, without a password. */
  mqtt_url: string;
  /** User at the MQTT server, or empty. */
  username: string;
  /** The base topic. */
  base_topic: string;
  /**
   * `waiting`: its process was not started yet. `starting`: it connects. `running`: it is connected to the
   * platform and to the MQTT server; one of type `zigbee2mqtt` has also heard from a running Zigbee2MQTT.
   * `failing`: it is not; see `problem`. `stopped`: it ended, and is not started again until its settings
   * change. `external`: the operator runs it, so the platform knows only whether it is connected: see
   * `connected`.
   */
  state: "waiting" | "starting" | "running" | "failing" | "stopped" | "external";
  /** Whether the bridge is connected to the platform. */
  connected: boolean;
  /** The problem, in words for people; empty when there is none. */
  problem: string;
  /** Version of Zigbee2MQTT; empty until it is known, and for other types. */
  version: string;
  /** Number of devices that the bridge connects. */
  devices: number;
  /** Whether this person connected it, and so may remove it. */
  can_remove: boolean;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
}

export interface BridgeCheck {
  /** Version of the Zigbee2MQTT that was found; empty for other types. */
  version: string;
  /** Number of devices of Zigbee2MQTT, or of those that announced themselves during the check. */
  devices: number;
  /**
   * Possible problems, such as a setting of Zigbee2MQTT, or that no device has announced itself yet; in words
   * for people, empty if there are none.
   */
  problem: string;
}

/** A device that a bridge connects. */
export interface BridgeDevice {
  /** Id of its channel. */
  id: string;
  /** Name of the device at the bridge. */
  name: string;
  /** A room that its name suggests: the part before the first `/`. Empty if there is none. */
  room: string;
  /** The kind of device. */
  template: {
    /** Channel template id. */
    id: string;
    /** The kind of device. */
    name: string;
    /** Brand. */
    vendor: string;
    /** Model name. */
    model: string;
    /** Kind of device, e.g. `color-light`. */
    kind: string;
  };
  /** Picture of the kind of device. */
  image: string;
  /** Whether it is in the home of this person. */
  added: boolean;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  found: Timestamp;
}

export interface BridgeDevices {
  /** At most 500, in the order of their ids. */
  devices: BridgeDevice[];
  /** Send it as `after` to get the next page; null on the last one. */
  next: string | null;
}

export interface BridgeList {
  /** The bridges whose devices this person may add. */
  bridges: Bridge[];
  /** Whether this person may connect a bridge here. */
  can_connect: boolean;
  /** Why not, in words for people; empty if they may. */
  reason: string;
}

export interface CapturedSettings {
  /** The present values, in the order of the tiles. */
  settings: SceneSetting[];
  /** Ids of the tiles that have no value that can be set. */
  left_out: string[];
}

export interface CardElements {
  /** Always empty. */
  elements: Array<Record<string, unknown>>;
}

export interface CardList {
  /** Always empty. */
  cards: Array<Record<string, unknown>>;
}

/** A device instance, as one user sees it (spec 2.4). */
export interface Channel {
  /** Revision marker. */
  _rev: string;
  /** Category ids. */
  categories: string[];
  /** The parts of the device. */
  components: Component[];
  /** Content kind: `Device`. */
  content: string;
  /** Channel instance id. */
  id: string;
  /** The device page, which apps show for the device. */
  interface: {
    /** Revision of the page. */
    etag: string;
    /** Parts of the page that an app has built in. */
    native: Array<{
      /** Id of the part. */
      id: string;
      /** Kind of part. */
      type: string;
      /** Size of the part. */
      size: string;
    }>;
    /** Path of the page’s archive. */
    src: string;
    /** URL of the page’s archive. */
    url: string;
    /** Id of the page. */
    uuid: string;
  };
  /** Whether a property can be written. */
  isActionable: boolean;
  /** Whether a property can be read. */
  isStateful: boolean;
  /** Whether a property reports its changes. */
  isTriggerable: boolean;
  /** Picture of the device. */
  photoUrl: string;
  /** Channel template id. */
  profileId: string;
  /** Values that can be read, written and followed. */
  properties: Property[];
  /** Equal to `id`; known apps use it to match events. */
  remoteId: string;
  /** Picture for tiles. */
  tilePhotoUrl: string;
  /** The user to whom this list belongs. */
  user: string;
  /** Only with `properties=shared`: the platform simulates the device. Missing for other devices. */
  virtual?: true;
}

export interface ChannelList {
  /** Path of the list. */
  _id: string;
  /** Revision marker, also the `ETag`. */
  _rev: string;
  /** The devices, oldest grant first. */
  channels: Channel[];
  /** Path of the list. */
  href: string;
  /** Always `channels`. */
  id: "channels";
  /**
   * Only with `properties=shared`: the properties of all channels. `properties` is then empty in `channels`.
   */
  sharedProperties?: SharedProperties[];
}

/** A channel as its owner manages it. */
export interface ChannelRecord {
  /** Channel id. */
  id: string;
  /** Channel template id. */
  channeltemplate_id: string;
  /** Path of the channel. */
  href: string;
  /** For its owner: the name that the owner gave it. */
  name?: string;
  /** For its owner: the maker’s own id for the device, if it has one. */
  remote_key?: string;
}

export interface ChannelSubscriptions {
  /** The users. */
  elements: Array<{
    /** Channel id. */
    channel: string;
    /** User id. */
    client_id: string;
    /** The application of the user. */
    requesting_client_id: string;
    /** Always `user`. */
    role: "user";
  }>;
}

export interface ChannelsOfUser {
  /** The one channel. */
  elements: Array<{
    /** A channel as its owner manages it. */
    channel: ChannelRecord;
  }>;
}

export interface ClaimedDevice {
  /** Name of the device. */
  name: string;
  /** The channels that it has. */
  channels: Array<{
    /** Channel id. */
    id: string;
    /** Name of the channel. */
    name: string;
  }>;
}

export interface ClientMessage {
  /** `r` requests a value, `w` writes it, `ir` answers a read, `iw` reports a value. */
  io: "r" | "w" | "ir" | "iw";
  /** The plain value, valid against the property’s schema; with `w`, `ir` and `iw`. */
  data?: unknown;
}

export interface ClientVersion {
  /** The oldest version that may be used. */
  minimumVersion: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  goodUntil?: Timestamp;
}

/** A write and its result. */
export interface Command {
  /** Absent for a report, which needs no answer. */
  id?: string;
  /** Path of the command. */
  href?: string;
  /**
   * `open`: waiting for the device. `done`: the device reported the requested value. `answered`: it reported
   * another value. `unanswered`: the deadline passed, or the device was not connected. `refused`: the device
   * refused the write. `superseded`: a newer write to the same property replaced it.
   */
  state: "open" | "done" | "answered" | "unanswered" | "refused" | "superseded";
  /** Channel id. */
  channel: string;
  /** Component id. */
  component: string;
  /** Property id. */
  property: string;
  /** The requested value. */
  data: unknown;
  /** The client that sent the write. */
  sender?: string;
  /** The user for whom it was sent. */
  on_behalf_of?: string;
  /** The cause, if it has an id: `command`, a write; `agent`, a run of an agent, which requested a write. */
  cause_type?: "command" | "agent";
  /** The id of the command or of the run. */
  cause_id?: string;
  /** The agent that did it. Absent for everyone else. */
  by?: {
    /**
     * `user`: a person. `client`: an application or a manager that did not act for a user. `device`: the
     * device itself, or the maker’s cloud on its behalf. `agent`: an automation of a user.
     */
    type: "user" | "client" | "device" | "agent";
    /** Id of the user, the client or the agent. */
    id?: string;
    /**
     * Name of the client, of a user of the same application who currently may use the device, or of an
     * automation of the caller’s. Absent for others.
     */
    name?: string;
    /** The run of the agent that did it. */
    run?: string;
    /**
     * Why the agent ran, in words, e.g. “because Hall motion noticed motion at 23:14”. Only for its owner,
     * and as long as the run is stored.
     */
    because?: string;
  };
  /** The run with which its chain of causes began. Absent when no agent is part of it. */
  root_id?: string;
  /** The number of agent runs that led to it, each caused by the previous one. */
  depth?: number;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  deadline?: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  settled?: Timestamp;
  /** The value that the device reported. */
  answer?: unknown;
  /** Why it was refused, e.g. `unreachable`. An unanswered write that was never sent has `not-connected`. */
  reason?: string;
}

/** A part of the device (spec 2.4). */
export interface Component {
  /** Of the form `com.<vendor>.components.<group>.<name>`. */
  classes: string[];
  /** Component id, unique in the channel. */
  id: string;
  /** Name of the component, for people. */
  label: string;
  /** Type of the component, by which tiles and properties refer to it. */
  type: string;
}

/** A control for editing a value (spec 2.4). */
export interface ControlInterface {
  /** Unique within the property; trigger inputs name it. */
  id: string;
  /**
   * The control that edits a value: `switch` for booleans, `slider` and `number` for numbers (config `min`,
   * `max`, `step`), `text-picker` for a closed set (config `options`), `text`, `color` for `{h,s,v}`,
   * `button` for a value that is sent but has no state. Only the context channel has `place-picker` (config
   * `options`, each `{label, value, latitude, longitude}`), `time-picker` (`hh:mm`) and `duration` (ISO 8601,
   * config `min`, `max`). A `text-picker` whose config has `multiple` gives a list.
   */
  controlInterface: "switch" | "slider" | "number" | "text-picker" | "text" | "color" | "button" | "place-picker" | "time-picker" | "duration";
  /** Settings of the control, e.g. `options` of a text picker: `[{label, value}]`. */
  config: Record<string, unknown>;
}

export interface DeviceList {
  /** The devices. */
  devices: DeviceRecord[];
  /** Null on the last page. */
  next: string | null;
}

/** A device and its users. */
export interface DeviceRecord {
  /** The device’s id, with which it signs in. */
  client_id: string;
  /** For those who manage it; people name their tiles themselves. */
  name: string;
  /** Unique name in the platform. */
  namespace: string;
  /** A disabled device cannot connect, and its tokens are refused. */
  state: "enabled" | "disabled";
  /** Whether it listens for commands over MQTT now. */
  is_connected: boolean;
  /** Whether a new MQTT connection of the device closes the previous one. */
  single_connection: boolean;
  /** The user who has the device, the first if there are several. */
  user: {
    /** User id. */
    id: string;
    /** The user’s e-mail. */
    email: string;
    /** The user’s name. */
    name: string;
  } | null;
  /** The oldest channels of the device, at most 20. */
  channels: Array<{
    /** Id. */
    id: string;
    /** Name. */
    name: string;
  }>;
  /** The template of its oldest channel. */
  template: {
    /** Channel template id. */
    id: string;
    /** Name of the kind of device. */
    name: string;
    /** Brand. */
    vendor: string;
    /** The maker’s model name. */
    model: string;
  } | null;
  /** Its claim code: it has none, or it is open, expired or used. */
  claim: "none" | "open" | "expired" | "used";
  /** When an open claim code expires; null if never. */
  claim_expires: Timestamp | null;
  /** When a person used its last claim code. */
  claimed: Timestamp | null;
  /** When the client_secret before the last rotation stops working; null if there is none. */
  previous_secret_expires: Timestamp | null;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
}

export interface DeviceSecrets {
  /** A device and its users. */
  device: DeviceRecord;
  /** Shown only once. */
  client_secret?: string;
  /** With which a person adds the device to their home. Shown only once. */
  claim_code?: string;
}

export interface EmailRequest {
  /** The address that waits to be confirmed. */
  email: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  expires: Timestamp;
}

/** The addresses of the platform. */
export interface Endpoints {
  /** Base URL for all later requests, without path or trailing slash. */
  http: string;
  /** MQTT base URL, always with a port. */
  mqtt: string;
  /** Upload host. */
  uploader: string;
}

/** The energy of a home, in kWh. */
export interface Energy {
  /**
   * Every bar of the range, oldest first. It is the sum of all meters or, without meters, of all devices,
   * because a meter also counts the consumption of devices.
   */
  bars: EnergyBar[];
  /** All counters of energy, also those not added up. */
  counters: EnergyCounter[];
  /** The time zone of days and months. */
  timezone: string;
  /** ISO 4217 code of the costs. Absent without a tariff. */
  currency?: string;
}

/** An hour, a day or a month, by its beginning. */
export interface EnergyBar {
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  timestamp: Timestamp;
  /** In kWh. Absent when no counter has a value for this time. */
  consumed?: number;
  /** In kWh. Absent without a counter of production. */
  produced?: number;
  /**
   * The part of `consumed`, or of `produced` for a counter of production, that was spread evenly over hours
   * without a value. Absent when it is 0.
   */
  estimated?: number;
  /** Cost of `consumed` by the person’s tariff, in `currency`. */
  cost?: number;
}

/** The consumption that one energy counter counted in the whole range. */
export interface EnergyCounter {
  /** Channel id. */
  channel: string;
  /** Component id. */
  component: string;
  /** Property id. */
  property: string;
  /** `home`: a meter. `device`: a device that measures its own energy. */
  measures: "home" | "device";
  /** In kWh. Absent for a counter of production, and without a value. */
  consumed?: number;
  /** In kWh. Absent for a counter of consumption, and without a value. */
  produced?: number;
  /**
   * The part of `consumed`, or of `produced` for a counter of production, that was spread evenly over hours
   * without a value. Absent when it is 0.
   */
  estimated?: number;
  /** Cost of `consumed` by the person’s tariff, in `currency`. */
  cost?: number;
  /** How many times the counter was reset. */
  resets: number;
}

export interface ErrorBody {
  /** The same number as the header `X-Error`. */
  code: number;
  /** The error, in words for people. */
  text: string;
  /** RFC 9457: the kind of error, e.g. `urn:azulejo:error:not_found`. */
  type: string;
  /** RFC 9457: the kind of error, in words for people. */
  title: string;
  /** RFC 9457: the HTTP status. */
  status: number;
  /** RFC 9457: more about this error. */
  detail?: string;
  /** The rejected fields, with reasons. */
  errors?: Array<{
    /** Path of the field in the request. */
    field: string;
    /** The error. */
    reason: string;
  }>;
  /** Unknown parameters and members, which were ignored. */
  warnings?: Array<{
    /** Path of the field in the request. */
    field: string;
    /** The error. */
    reason: string;
  }>;
  /** The current cursor, with `resync`. */
  cursor?: string;
  /** Identifies the request in the server’s log. */
  request_id: string;
  /** RFC 6749 5.2, on the auth endpoints. */
  error?: string;
  /** RFC 6749 5.2: the same as `text`. */
  error_description?: string;
}

/** Something that happened in a user’s home. */
export interface Event {
  /** Continues the feed after this event. */
  cursor: string;
  /**
   * `value`: a property got a value; after a write, this is the answer to it. `command`: a write ended
   * without a value; `state` says how, and `data` is the requested value.
   */
  type: "value" | "command";
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  timestamp: Timestamp;
  /** Channel id. */
  channel: string;
  /** Component id. */
  component: string;
  /** Property id, or `access`. */
  property: string;
  /**
   * `r` requests a value, `w` writes it, `ir` answers a read, `iw` reports a value, `e` says why a write
   * failed.
   */
  io?: "r" | "w" | "ir" | "iw" | "e";
  /** Valid against the property’s schema. */
  data?: unknown;
  /**
   * `open`: waiting for the device. `done`: the device reported the requested value. `answered`: it reported
   * another value. `unanswered`: the deadline passed, or the device was not connected. `refused`: the device
   * refused the write. `superseded`: a newer write to the same property replaced it.
   */
  state?: "open" | "done" | "answered" | "unanswered" | "refused" | "superseded";
  /** The client that sent it, or through which it was sent. */
  sender?: string;
  /** The user for whom it was sent. */
  on_behalf_of?: string;
  /** `report`, `read`, or `command:<id>`. */
  cause?: string;
  /** The cause, if it has an id: `command`, a write; `agent`, a run of an agent, which requested a write. */
  cause_type?: "command" | "agent";
  /** The id of the command or of the run. */
  cause_id?: string;
  /** The agent that did it. Absent for everyone else. */
  by?: {
    /**
     * `user`: a person. `client`: an application or a manager that did not act for a user. `device`: the
     * device itself, or the maker’s cloud on its behalf. `agent`: an automation of a user.
     */
    type: "user" | "client" | "device" | "agent";
    /** Id of the user, the client or the agent. */
    id?: string;
    /**
     * Name of the client, of a user of the same application who currently may use the device, or of an
     * automation of the caller’s. Absent for others.
     */
    name?: string;
    /** The run of the agent that did it. */
    run?: string;
    /**
     * Why the agent ran, in words, e.g. “because Hall motion noticed motion at 23:14”. Only for its owner,
     * and as long as the run is stored.
     */
    because?: string;
  };
  /** The run with which its chain of causes began. Absent when no agent is part of it. */
  root_id?: string;
  /** The number of agent runs that led to it, each caused by the previous one. */
  depth?: number;
}

export interface EventPage {
  /** Oldest first. */
  elements: Event[];
  /** Send it as `after` to get the next events. */
  cursor: string;
}

/** A rejected field of a request. */
export interface FieldError {
  /** Path of the field in the request. */
  field: string;
  /** The error. */
  reason: string;
}

export interface FoundDevice {
  /** Id of the found device. A virtual device keeps it as the id of its channel. */
  id: string;
  /** Name of the device. */
  content: string;
  /** A remark about the device, or empty. */
  activity: string;
  /** Picture of the device. */
  photoUrl: string;
}

export interface Grant {
  /** Channel id. */
  channel: string;
  /** Who has the grant. */
  client_id: string;
  /** Whether `client_id` is an application or a user. */
  role: "application" | "user";
}

export interface History {
  /** Newest first. */
  elements: HistoryPoint[];
}

export interface HistoryList {
  /** One element for each property that has values. */
  elements: Array<{
    /** Channel id. */
    channel: string;
    /** Component id. */
    component: string;
    /** Property id, or `access`. */
    property: string;
    /** Newest first. */
    elements: HistoryPoint[];
  }>;
}

export interface HistoryPoint {
  /** The value; with `interval`, the average of numbers or the last other value. */
  value: unknown;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  timestamp: Timestamp;
  /** The client through which it was set. Absent for a plain report, which comes from the channel’s owner. */
  sender?: string;
  /** The user for whom it was set. */
  on_behalf_of?: string;
  /**
   * `report` when the device reported it on its own, `read` in answer to a read, `command:<id>` in answer to
   * a write.
   */
  cause?: string;
  /** The cause, if it has an id: `command`, a write; `agent`, a run of an agent, which requested a write. */
  cause_type?: "command" | "agent";
  /** The id of the command or of the run. */
  cause_id?: string;
  /** The agent that did it. Absent for everyone else. */
  by?: {
    /**
     * `user`: a person. `client`: an application or a manager that did not act for a user. `device`: the
     * device itself, or the maker’s cloud on its behalf. `agent`: an automation of a user.
     */
    type: "user" | "client" | "device" | "agent";
    /** Id of the user, the client or the agent. */
    id?: string;
    /**
     * Name of the client, of a user of the same application who currently may use the device, or of an
     * automation of the caller’s. Absent for others.
     */
    name?: string;
    /** The run of the agent that did it. */
    run?: string;
    /**
     * Why the agent ran, in words, e.g. “because Hall motion noticed motion at 23:14”. Only for its owner,
     * and as long as the run is stored.
     */
    because?: string;
  };
  /** The smallest. Only with `interval`, where `timestamp` is the start of the interval. */
  min?: number;
  /** The same as `value`. */
  avg?: number;
  /** The largest. */
  max?: number;
  /** Number of values. */
  count?: number;
}

/** Something that happened in a home. */
export interface HomeActivity {
  /**
   * `value`: a property got a value. `device-added`, `device-removed`: the user’s access to a device began or
   * ended. `scene-played`: the user played a scene. `alarm-started`, `alarm-seen`, `alarm-ended`: an alarm
   * began, was acknowledged, or ended; only with `kind` `alarms`.
   */
  type: "value" | "device-added" | "device-removed" | "scene-played" | "alarm-started" | "alarm-seen" | "alarm-ended";
  /** The alarm that began, was acknowledged, or ended. */
  alarm?: {
    /** Id of the alarm. */
    id: string;
    /** The kind of alarm. */
    kind: "smoke" | "carbon-monoxide" | "gas" | "leak" | "siren";
  };
  /** Channel id. A removed device’s is no longer visible. Absent for a scene. */
  channel?: string;
  /** Id of a scene, which may be deleted by now. */
  scene?: string;
  /** Name of a removed device, or of a scene. */
  name?: string;
  /** Component id. */
  component?: string;
  /** Property id, or `access`. */
  property?: string;
  /** Valid against the property’s schema. Absent when it is longer than 2,000 characters of JSON. */
  data?: unknown;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  timestamp: Timestamp;
  /** Who did something. */
  by: Actor;
  /** The client that the person used. Known for 30 days. */
  through?: {
    /** The client’s id. */
    id: string;
    /** The client’s name. */
    name?: string;
  };
}

export interface HomeActivityList {
  /** Newest first. */
  elements: HomeActivity[];
  /**
   * The users of the same application who currently may use a device of this home, this user included; 50 at
   * most. Only on the first page.
   */
  people?: Array<{
    /** User id. */
    id: string;
    /** The user’s name. */
    name: string;
  }>;
}

/** The time zone of a home. */
export interface HomeTime {
  /** Name in the time zone database, e.g. `Europe/Lisbon`. */
  timezone: string;
  /**
   * The origin of the time zone. `chosen`: `home_timezone` of the preferences; `place`: that of the place
   * `home`; `phone`: the first one that a phone sent; `server`: that of the server, while nothing else is
   * known.
   */
  source: "chosen" | "place" | "phone" | "server";
  /** The time zone that holds when none is chosen. */
  proposed: {
    /** Name in the time zone database, e.g. `Europe/Lisbon`. */
    timezone: string;
    /**
     * `place`: that of the place `home`; `phone`: the first one that a phone sent; `server`: that of the
     * server, while nothing else is known.
     */
    source: "place" | "phone" | "server";
  };
}

/** A value that the tile shows (spec 2.5). */
export interface Information {
  /** Type of the component that has the property. */
  componentType: string;
  /** Property id. */
  property: string;
  /**
   * How a value is shown: as it is, with a unit of the units table, through an expression in `x`, or as a
   * coloured icon.
   */
  type: "text" | "text-unit" | "text-expression" | "icon-color";
  /** Depends on `type`: see the table in spec 2.5. */
  options: {
    /** `$`, the whole value. */
    inputPath?: string;
    /** Unit key (text-unit). */
    inputUnit?: string;
    /** Expression in `x` (text-expression). */
    mathExpression?: string;
    /** Text before the value. */
    prefix?: string;
    /** Text after the value, e.g. its unit. */
    suffix?: string;
    /** Icon glyph (icon-color). */
    char?: string;
    /** `hsv` (icon-color). */
    format?: string;
  };
}

export type JsonSchema = Record<string, unknown>;

/**
 * A separate document, returned as it was sent. A new user has the `language` of the request that created the
 * account, if it named one that the platform has.
 */
export interface LegacyPreferences {
  /** `metric` or `imperial`. Shared with the other preferences. */
  units?: string;
  /** 24 or 12. Shared with the other preferences, as their `hour_format`. */
  hourFormat?: number;
  /** The same as in the other preferences. */
  location_sharing?: boolean;
}

export interface LegacyUserRecord {
  /** Path `/v3/users/<user_id>`. */
  _id: string;
  /** Revision marker, also the `ETag`. */
  _rev: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  active_ts: Timestamp;
  /** The application’s own data, or null. */
  cdata: unknown;
  /** Only for the user. Known clients check that it is there. */
  confirmation_hash?: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** The user’s e-mail. */
  email: string;
  /** Path `/v3/users/<user_id>`. */
  href: string;
  /** User id. */
  id: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  inactive_ts: Timestamp;
  /** The user’s name. */
  name: string;
  /** Unique user namespace. */
  namespace: string;
  /** The same as `photo`. */
  photoUrl: string;
  /** Only for the user. */
  secret?: string;
  /** `active` users may sign in; `inactive` ones were disabled by the application’s owner. */
  state: "active" | "inactive";
  /** Id of the application the user belongs to. */
  target_id: string;
  /** Always `users`. */
  type: "users";
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  updated: Timestamp;
  /** The user’s picture, or the default picture. */
  photo: string;
  /**
   * A separate document, returned as it was sent. A new user has the `language` of the request that created
   * the account, if it named one that the platform has.
   */
  preferences: LegacyPreferences;
}

export interface MakerAccountId {
  /** The id of the application at the maker. */
  client_id: string;
}

export interface MakerTokens {
  /** The maker’s new access token. */
  access_token: string;
}

/** A manager and its webhooks. */
export interface Manager {
  /** The `client_id` of the manager. */
  id: string;
  /** Path of this record. */
  href: string;
  /** Name of the manager, which people see when they add a device. */
  name: string;
  /**
   * The token that the platform sends as `Authorization: Bearer …` to the webhooks. It changes with their
   * URLs: read it again when a call contains another one.
   */
  confirmation_hash: string;
  /** Returns where a person signs in at the maker. */
  authorize?: string;
  /** Receives the credentials that the maker issued to the person. */
  receive_token?: string;
  /** Lists the devices of the person. */
  devices_list?: string;
  /** Adds the devices that the person chose. */
  select_device?: string;
}

export interface ManagerUpdate {
  /** Always 1. */
  n_updated: number;
  /** The hash that is valid now. */
  confirmation_hash: string;
  /** Path of the record. */
  href: string;
}

export interface ManagersChannels {
  /** The channels. */
  elements: Array<{
    /** The channel, or the members of it that `fields` names. */
    channel: {
      /** Channel id. */
      id?: string;
      /** Channel template id. */
      channeltemplate_id?: string;
      /** The version of the template that the channel has. */
      channeltemplate_version?: number;
      /** Ids of the components of its template. */
      component_ids?: string[];
      /** Name of the device at the maker. */
      name?: string;
      /** The maker’s own id for the device, or empty. */
      remote_key?: string;
      /** Path of the channel. */
      href?: string;
    };
  }>;
}

/** Something that the device reports or that can be set. */
export interface ModelFeature {
  /** The name of the feature, e.g. `Brightness`. */
  label: string;
  /** Whether the device reports it. */
  reported: boolean;
  /** Whether users can set it. */
  writable: boolean;
  /** Unit of its numbers; empty without one. */
  unit: string;
}

export interface NewChannel {
  /** Channel id. */
  id: string;
}

/** The JSON of the credential that the browser created. */
export interface NewPasskeyCredential {
  /** Id of the credential. */
  id: string;
  /** Id of the credential. */
  rawId: string;
  /** Always `public-key`. */
  type: "public-key";
  /** The answer of the authenticator. */
  response: {
    /** The client data that the browser signed: `type`, `challenge` and `origin`, as JSON in base64url. */
    clientDataJSON: string;
    /** The new public key and the data of the authenticator. */
    attestationObject: string;
    /** How the browser reaches the authenticator, such as `internal` or `hybrid`. */
    transports?: string[];
  };
}

export interface NotificationBrowser {
  /** Its id. */
  id: string;
  /** The name that the person gave it. */
  name: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  since: Timestamp;
  /** When its push service last accepted a notification; null if never. */
  delivered: Timestamp | null;
  /** Since when its push service has accepted none; null if it accepted the last one. */
  failing_since: Timestamp | null;
}

/** The notification settings of a person, and their browsers. */
export interface NotificationSettings {
  /** Which notifications are sent, and how. */
  kinds: {
    /** Smoke, carbon monoxide, gas, a water leak, or a siren that sounds. */
    alarm: {
      /** Whether the browsers get it. */
      push: boolean;
      /** Whether it is sent by e-mail, once the address is confirmed. */
      mail: boolean;
    };
    /** A door, window or lock that has been left open for `open_minutes`. */
    open: {
      /** Whether the browsers get it. */
      push: boolean;
      /** Whether it is sent by e-mail, once the address is confirmed. */
      mail: boolean;
    };
    /** A device that has not answered for `unreachable_minutes`. */
    unreachable: {
      /** Whether the browsers get it. */
      push: boolean;
      /** Whether it is sent by e-mail, once the address is confirmed. */
      mail: boolean;
    };
    /** A battery that is nearly empty. */
    battery: {
      /** Whether the browsers get it. */
      push: boolean;
      /** Whether it is sent by e-mail, once the address is confirmed. */
      mail: boolean;
    };
    /** A device that was added to the home. */
    device: {
      /** Whether the browsers get it. */
      push: boolean;
      /** Whether it is sent by e-mail, once the address is confirmed. */
      mail: boolean;
    };
    /** Notifications of automations. */
    automation: {
      /** Whether the browsers get it. */
      push: boolean;
      /** Whether it is sent by e-mail, once the address is confirmed. */
      mail: boolean;
    };
  };
  /** How long something is left open before it is sent, 1 to 1440 minutes. */
  open_minutes: number;
  /** How long a device does not answer before it is sent, 1 to 1440 minutes. */
  unreachable_minutes: number;
  /** When notifications wait. They are sent afterwards, if they are still true then. Null for never. */
  quiet_hours: QuietHours | null;
  /** The `applicationServerKey` with which browsers subscribe (Push API, RFC 8292). */
  public_key: string;
  /** Whether notifications can be sent by e-mail. */
  mail: {
    /** The address of the account. */
    address: string;
    /**
     * `no_server` if the platform sends no mail, `unconfirmed` until the person has entered the code that was
     * sent there.
     */
    state: "no_server" | "unconfirmed" | "confirmed";
  };
  /** Browsers that get notifications, oldest first. */
  browsers: NotificationBrowser[];
}

export interface OwnAccount {
  /** The address with which you sign in. */
  email: string;
  /** When the address was confirmed; null when it never was. */
  email_confirmed: Timestamp | null;
  /** The address that waits to be confirmed; null when none does. */
  email_request: EmailRequest | null;
  /** Since when signing in asks for a code; null when it does not. */
  second_factor_since: Timestamp | null;
  /** Number of unused recovery codes. */
  recovery_codes_left: number;
}

export interface OwnSession {
  /** Id of the session. */
  id: string;
  /** Whether this session sent the request. */
  is_current: boolean;
  /** Name of the application that signed in. */
  application: string;
  /** The browser or app, as it named itself at the sign-in; null when it did not. */
  user_agent: string | null;
  /** IP address of the sign-in; null when it is not known. */
  address: string | null;
  /** How the person signed in. */
  signed_in_with: "password" | "passkey";
  /** Whether the sign-in came from the network of this request: the same IPv4 /24 or IPv6 /64. */
  is_this_network: boolean;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  last_used: Timestamp;
  /**
   * Another network that used the same refresh token: the phone changed networks, or the token was stolen.
   */
  shared: {
    /** IP address. */
    address: string;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    at: Timestamp;
  } | null;
}

export interface Passkey {
  /** Id of the passkey. */
  id: string;
  /** The name that you gave it. */
  name: string;
  /** Whether the password manager that holds it copies it to your other devices. */
  is_synced: boolean;
  /** False when it was made while the platform had another host (`PUBLIC_URL`). */
  is_usable: boolean;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** When you last signed in with it; null when you never did. */
  last_used: Timestamp | null;
}

export interface PasskeyCreationOptions {
  /** Random, for one use within five minutes. */
  challenge: string;
  /** The platform. */
  rp: {
    /** The host for which the passkey is. */
    id: string;
    /** Name of the application. */
    name: string;
  };
  /** The account, as the authenticator shows it. */
  user: {
    /** The user’s id in base64url. */
    id: string;
    /** The user’s e-mail. */
    name: string;
    /** The user’s name. */
    displayName: string;
  };
  /** The accepted algorithms. */
  pubKeyCredParams: Array<{
    /** Always `public-key`. */
    type: "public-key";
    /** Number of the algorithm (COSE). */
    alg: number;
  }>;
  /** Milliseconds for which the browser waits for the person. */
  timeout: number;
  /** The maker of the authenticator is not asked for. */
  attestation: "none";
  /** The passkeys that the account has already. */
  excludeCredentials: Array<{
    /** Id of the credential. */
    id: string;
    /** Always `public-key`. */
    type: "public-key";
    /** How the browser reaches the authenticator, such as `internal` or `hybrid`. */
    transports: string[];
  }>;
  /** The required capabilities of the authenticator. */
  authenticatorSelection: {
    /** The passkey is found without an e-mail. */
    residentKey: "required";
    /** The same, for older browsers. */
    requireResidentKey: true;
    /** The authenticator asks for a fingerprint, a face or a PIN. */
    userVerification: "required";
  };
}

/** The JSON of the credential that the browser returned. */
export interface PasskeyCredential {
  /** Id of the credential. */
  id: string;
  /** Id of the credential. */
  rawId: string;
  /** Always `public-key`. */
  type: "public-key";
  /** The answer of the authenticator. */
  response: {
    /** The client data that the browser signed: `type`, `challenge` and `origin`, as JSON in base64url. */
    clientDataJSON: string;
    /** The authenticator data. */
    authenticatorData: string;
    /** The signature over both. */
    signature: string;
    /** The account that the passkey was made for. */
    userHandle?: string;
  };
}

export interface PasskeyRequestOptions {
  /** Random, for one use within five minutes. */
  challenge: string;
  /** The host for which the passkey is. */
  rpId: string;
  /** Milliseconds for which the browser waits for the person. */
  timeout: number;
  /** The authenticator asks for a fingerprint, a face or a PIN. */
  userVerification: "required";
}

export interface Place {
  /** `home`, `work`, `gym`, `school`, or a generated id. */
  id: string;
  /** The names of home, work, gym and school cannot be changed. */
  name: string;
  /** Empty if unknown. */
  address: string;
  /** Degrees; 0 if unknown. */
  latitude: number;
  /** Degrees; 0 if unknown. */
  longitude: number;
  /** Networks by which a phone recognizes the place. */
  wifi: Array<{
    /** Name of the network. */
    ssid: string;
    /** MAC address of the access point. */
    bssid: string;
  }>;
  /** How far from its position the place reaches, in meters; 150 if absent. */
  radius?: number;
}

export interface PlaceList {
  /** Home, work, gym and school, then the user’s other places, oldest first. */
  places: Place[];
}

export interface PlatformMessage {
  /**
   * `r` requests a value, `w` writes it, `ir` answers a read, `iw` reports a value, `e` says why a write
   * failed.
   */
  io: "r" | "w" | "ir" | "iw" | "e";
  /** The value, valid against the property’s schema. */
  data?: unknown;
  /** The client that sent it, or through which it was sent. */
  sender?: string;
  /** The user for whom it was sent. */
  on_behalf_of?: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  timestamp: Timestamp;
  /** The device did not answer in time; this is the last known value. */
  stale?: boolean;
  /** With `e`: why the write failed. */
  error?: {
    /** Code of the error. */
    code: number;
    /** The error, in words for people. */
    text: string;
  };
}

/** Returned exactly as they were sent. New users have `{}`. */
export interface Preferences {
  /** `metric` or `imperial`. Shared with the legacy user record. */
  units?: string;
  /** `24h` or `12h`. Shared with the legacy user record, as its `hourFormat`. */
  hour_format?: string;
  /** The phone’s time zone: a name in the time zone database, e.g. `Europe/Lisbon`. */
  timezone?: string;
  /**
   * The time zone of the home, by which automations run: a name in the time zone database. Without it,
   * `homeTime.get` returns the one in use. Does not change unless it is sent.
   */
  home_timezone?: string;
  /** ISO 4217 code, e.g. `EUR`. */
  currency?: string;
  /** E.g. `pt`. */
  language?: string;
  /** E.g. `pt_PT`. */
  locale?: string;
  /** A string: with an object here, a known app fails to sign in. */
  notifications?: string;
  /**
   * Whether reports of the user’s location are accepted; true by default. Stays unchanged unless it is sent.
   */
  location_sharing?: boolean;
  /**
   * Ids of tiles and groups of lamps, in the person’s order, at most 100. A tile that was removed may still
   * be named. Stays unchanged unless it is sent.
   */
  favourites?: string[];
  /**
   * The price of energy, for `energy.read`. Does not change unless it is sent; a `second` that is null
   * removes the second rate.
   */
  tariff?: Tariff;
  /**
   * Groups of lamps that Home shows as one tile, at most 50. A tile that was removed may still be named.
   * Stays unchanged unless it is sent.
   */
  lamp_groups?: Array<{
    /** Chosen by the application; `favourites` may name it. */
    id: string;
    /** The name on the tile. */
    name: string;
    /** The tiles of its lamps. */
    tiles: string[];
  }>;
  /**
   * Icons that the person chose for tiles, at most 100. A tile that was removed may still be named. Stays
   * unchanged unless it is sent.
   */
  tile_icons?: Array<{
    /** Tile id. */
    tile: string;
    /** What the device is, as the person sees it. */
    icon: TileIcon;
  }>;
}

/** The place at which a person is, according to the person’s phones. */
export interface Presence {
  /** Id of the place at which the person is, `away`, or null while it is unknown. */
  place: string | null;
  /** At most ten, the one that reported last first. The person is where that one is. */
  phones: Array<{
    /** The id that the phone sends; empty if it sends none. */
    device_id: string;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    reported: Timestamp;
    /** Where this phone is. */
    place: string | null;
  }>;
  /** How many reports did not count, by the reason. */
  ignored: {
    /** They hold no position, as all reports of the known Android app. */
    "no-position"?: number;
    /** The accuracy is worse than 200 m. */
    inaccurate?: number;
    /** The position is older than a day. */
    "too-old"?: number;
    /** The phone sent it before. */
    repeated?: number;
    /** The phone had sent a newer one before. */
    "out-of-order"?: number;
    /** The person cannot have moved there so fast. */
    "too-fast"?: number;
  };
}

export interface Profile {
  /** Channel template id. */
  id: string;
  /** Name of the kind of device. */
  name: string;
  /** Brand. */
  provider: string;
  /** Picture of the device. */
  photoUrl: string;
}

export interface ProfileList {
  /** The kinds of devices. */
  profiles: Profile[];
}

/** A property declared by the channel spec (spec 2.4). */
export interface Property {
  /** Property id, unique in the template. */
  id: string;
  /** Name of the property, for people. */
  label: string;
  /** The property’s name in the sentence of an automation. */
  agentLabel: string;
  /** Of the form `com.<vendor>.properties.<group>.<name>`. */
  classes: string[];
  /** The controls that edit the value. */
  controlInterfaces: ControlInterface[];
  /** Access to the property: `r` read, `w` write, `s` be notified of changes. */
  io: "r" | "s" | "w" | "rs" | "rw" | "ws" | "rws";
  /** Can be the action of an automation. */
  isActionable: boolean;
  /** Has a state that an automation can check. */
  isStateful: boolean;
  /** Can start an automation. */
  isTriggerable: boolean;
  /** 1 is the first choice for a tile; 0 means never. */
  mainActionPriority: number;
  /** 1 is the first choice for a tile; 0 means never. */
  mainInformationPriority: number;
  /** Whether only changes are reported, not every measurement. */
  onChange: boolean;
  /** Maximum writes per minute; 0 means no limit (spec 8). */
  rateLimit: number;
  /** The capabilities that an app needs to use the property. */
  requiredCapabilities: string[];
  /** JSON Schema keywords that narrow `schema` for this property, e.g. `{minimum, maximum}`. */
  schemaExtension: Record<string, unknown>;
  /** Actions for automations, in the form of a trigger. */
  actions: Trigger[];
  /** State checks for automations, in the form of a trigger. */
  states: Trigger[];
  /** Conditions that automations can use. */
  triggers: Trigger[];
  /** Ids of the components with this property, and their types where these differ. */
  components: string[];
  /** `{ontology_url}/schemas/v1/<schema_name>`. */
  schema: string;
  /** Units of the value; empty texts for a value without a unit. */
  unitsOptions: {
    /** Key of the unit in which the device reports; empty if it has no unit. */
    vendorUnit: string;
    /** Key of the unit shown to users of imperial units. */
    targetImperial: string;
    /** Key of the unit shown to users of metric units. */
    targetMetric: string;
    /** The same as `vendorUnit`, under the name that known apps use. */
    muzzleyUnit: string;
  };
}

export interface QuietHours {
  /** When they begin, e.g. `22:00`. */
  from: string;
  /** When they end, e.g. `07:00`. The same time as `from` means the whole day. */
  to: string;
  /** Their time zone: a name in the time zone database, e.g. `Europe/Lisbon`. */
  timezone: string;
  /** Whether alarms are sent anyway. */
  alarms_pass: boolean;
}

/** The last step has no `next_step`. */
export interface RecipeStep {
  /** Total number of steps. */
  total_steps: number;
  /** The next request. The last step has none. */
  next_step?: {
    /** Step id. */
    id: string;
    /** A path. Append `/execute` to get the next request. */
    href: string;
    /** The required content of that request. */
    meta: {
      /** `headers.…` and `payload.…`, each with its type and whether it is `required`. */
      variables: Record<string, string>;
    };
  };
  /** The result of the request. The first response has none. */
  response?: {
    /** The action of the app in this step, and its data. */
    payload: {
      /** The action of the app in this step. */
      action: "oauth" | "show_info" | "list_devices" | "send_selected_devices";
      /** Always `v1`. */
      action_version: "v1";
      /** Channel template id. */
      channeltemplate_id: string;
      /** For `oauth`: path of the authorization page. */
      authorization_url?: string;
      /** Shows a button that cancels. */
      cancel_type?: "close";
      /** In the order in which they were listed. */
      devices?: FoundDevice[];
      /** For `show_info`. */
      navigation_bar_title?: string;
      /** For `show_info`. */
      title?: string;
      /** For `show_info`. */
      message?: string;
      /** For `show_info`. */
      top_image_url?: string;
      /** For `show_info`: the label of the button. */
      next_local_key?: string;
    };
  };
}

/** What a definition would have done on past events. Its own effects are not simulated. */
export interface Rehearsal {
  /** Distinguishes it from progress events in a stream. */
  type: "result";
  /** The home’s time zone, e.g. `Europe/Lisbon`. */
  timezone: string;
  /** How often it would have run. */
  count: number;
  /** Newest first; at most 200. */
  runs: RehearsedRun[];
  /** One for each day, oldest first. */
  days: Array<{
    /** Date in the home’s time zone, e.g. `2026-03-29`. */
    date: string;
    /** How often it would have run. */
    runs: number;
    /** How often a trigger would not have started it. */
    misses: number;
    /**
     * From when to when the sun was up; equal times when it did not rise. Absent for a home without a place.
     */
    sun?: {
      /** ISO 8601 with milliseconds and the offset `+0000`. */
      up: Timestamp;
      /** ISO 8601 with milliseconds and the offset `+0000`. */
      down: Timestamp;
    };
  }>;
  /** The reasons why it would not have run, the most frequent first. */
  misses: Array<{
    /** Why a trigger did not start a run. */
    reason: AgentMissReason;
    /** How often. */
    count: number;
    /** The last ones, newest first; at most 20. */
    last: Array<{
      /** ISO 8601 with milliseconds and the offset `+0000`. */
      at: Timestamp;
      /** The reason as a sentence in the requested language. */
      text: string;
    }>;
  }>;
  /** A number that passes the value again and again. Absent if there is none. */
  flapping?: {
    /** Path of the trigger. */
    path: string;
    /** How often it would have run because of it. */
    runs: number;
    /** The leeway that ends it, in the unit of the trigger’s value. */
    leeway: number;
    /** How often it would have run with it. */
    runs_with_leeway: number;
  };
  /** The period and the data that the rehearsal covers. */
  coverage: {
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    from: Timestamp;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    to: Timestamp;
    /** How many events were read. */
    events: number;
    /** Whether there were more than 1,000,000. */
    is_truncated: boolean;
    /**
     * How many events were left out, because the automation that the definition would replace caused them.
     */
    left_out: number;
    /** Periods without a record. */
    gaps: Array<{
      /** ISO 8601 with milliseconds and the offset `+0000`. */
      from: Timestamp;
      /** ISO 8601 with milliseconds and the offset `+0000`. */
      to: Timestamp;
    }>;
    /** Properties that the definition names and that had no value in that time. */
    without_values: Array<{
      /** Channel id. */
      channel: string;
      /** Component id. */
      component: string;
      /** Property id. */
      property: string;
    }>;
  };
}

/** A run that there would have been. */
export interface RehearsedRun {
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  at: Timestamp;
  /** The cause of a run. */
  start: AgentStart;
  /** The cause that would have started it, in words. */
  because: string;
  /** The states of the conditions. */
  conditions: AgentVerdict[];
  /** The steps that would have been executed. */
  steps: AgentStepRecord[];
}

/** Values of several devices that are set together. */
export interface Scene {
  /** Scene id. */
  id: string;
  /** The user’s name for it. */
  label: string;
  /** The picture that apps draw. */
  icon: SceneIcon;
  /** Whether apps show it on a watch. */
  show_in_watch: boolean;
  /** In the order in which they are set. */
  settings: SceneSetting[];
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  updated: Timestamp;
  /** Revision, the same as the `ETag`. */
  _rev: string;
}

/** The picture that apps draw. */
export type SceneIcon = "play" | "movie" | "night" | "morning" | "away" | "home" | "dinner" | "reading" | "party" | "work" | "relax" | "warm";

export interface SceneList {
  /** In the user’s order. */
  elements: Scene[];
}

/** The outcome of one setting. */
export interface SceneOutcome {
  /** Channel id. */
  channel: string;
  /** Component id. */
  component: string;
  /** Property id. */
  property: string;
  /**
   * `open`: waiting for the device. `done`: the device reported the requested value. `answered`: it reported
   * another value. `unanswered`: the deadline passed, or the device was not connected. `refused`: the device
   * refused the write. `superseded`: a newer write to the same property replaced it.
   */
  state: "open" | "done" | "answered" | "unanswered" | "refused" | "superseded";
  /** Id of the command. Absent if none was opened. */
  command?: string;
  /**
   * Why it was not done: the name of an error, e.g. `not_found` for a device that the user no longer has, or
   * the device’s reason, e.g. `not-connected`.
   */
  reason?: string;
  /** The reason as a sentence. */
  text?: string;
}

/** The outcome of playing a scene. */
export interface ScenePlay {
  /** Id of this run. */
  id: string;
  /** Scene id. */
  scene: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  played: Timestamp;
  /**
   * `done`: all is set. `partly`: some settings failed. `failed`: all failed. `open`: none has failed, and
   * some still wait for their device.
   */
  result: "done" | "partly" | "failed" | "open";
  /** One for each setting, in the order of the scene. */
  outcomes: SceneOutcome[];
}

/** A value that the scene sets. */
export interface SceneSetting {
  /** Channel id. */
  channel: string;
  /** Component id. */
  component: string;
  /** Property id. */
  property: string;
  /** The value to set. */
  data: unknown;
  /** Key of the unit of `data`. Absent: the unit of the device. */
  unit?: string;
  /** The value in the unit of the device. Present if `unit` is. */
  written?: number;
  /** The setting in words, e.g. `turn on`. */
  label?: string;
}

export interface SceneSettingInput {
  /** Channel id. */
  channel: string;
  /** Component id. */
  component: string;
  /** Property id. */
  property: string;
  /** The value to set: valid against the property’s schema, and at most 2,000 characters of JSON. */
  data: unknown;
  /** Key of the unit of `data`, a number. Default: the unit of the device. */
  unit?: string;
  /** The setting in words, e.g. `turn on`. */
  label?: string;
}

export interface Service {
  /** Lowercase letters, digits and hyphens. */
  id: string;
  /** Name of the service. */
  name: string;
  /** Page on which a user authorizes it, unless its application named one with `activation_uri`. */
  authorizationUrl: string;
  /** Square picture; known apps require one. */
  photoUrlSquared: string;
  /** Page with more information. */
  infoUrl?: string;
  /** Page on which it can be bought. */
  shopUrl?: string;
  /** Text for the shop link. */
  shopDescription?: string;
  /** Page that explains a failed authorization. */
  failedAuthenticationUrl?: string;
  /** Whether its page must be opened in the system browser. */
  openOauthInBrowser?: boolean;
  /** The capability that an app needs for it. */
  requiredCapability?: "discovery-webview" | "discovery-recipe";
  /** The devices that the service includes. */
  profiles: Array<{
    /** Channel template id. */
    id: string;
    /** -1 means any number. */
    occurrences: number;
  }>;
  /** Shown before first use. */
  tutorial?: {
    /** First page. */
    url: string;
    /** Steps in order. */
    steps: Array<{
      /** A picture or a page. */
      url: string;
      /** What `url` is. */
      type: string;
      /** Title above it. */
      title?: string;
      /** Text next to it. */
      description?: string;
    }>;
  };
  /** Shown at the end. */
  summary?: {
    /** First line. */
    title: string;
    /** Text. */
    body: string;
    /** Picture above the text. */
    topUrl?: string;
    /** Picture below the text. */
    botUrl?: string;
  };
}

export interface ServiceActivation {
  /** Service id. */
  id: string;
  /** Name of the service. */
  name: string;
  /** Where the platform asks for the page of the service. */
  activation_uri?: string;
}

export interface ServiceList {
  /** Services without their own devices. */
  services: Service[];
  /** Services with their own devices. */
  bundles: Service[];
}

export interface ServiceSubscription {
  /** Service id. */
  id: string;
  /** Name of the service. */
  name: string;
  /** Whether the user is subscribed. */
  state: boolean;
  /** Square picture. */
  squaredImageUrl: string;
  /** Page with more information. */
  infoUrl?: string;
}

export interface ServiceSubscriptionList {
  /** The user’s subscriptions. */
  serviceSubscriptions: ServiceSubscription[];
}

/** Properties that several channels in a list share. */
export interface SharedProperties {
  /** Ids of the channels that have these properties. */
  channels: string[];
  /** The properties that they share. */
  properties: Property[];
}

/** A scene as known apps show it. */
export interface Shortcut {
  /** Scene id. */
  id: string;
  /** The user’s name for it. */
  label: string;
  /** Color with `#`. */
  color: string;
  /** Its place among the shortcuts, from 0. */
  order: number;
  /** `manual`. */
  origin: string;
  /** Whether apps show it on a watch. */
  showInWatch: boolean;
  /** The settings. */
  actions: ShortcutAction[];
  /** Always empty; apps read it and do not use it. */
  execute: Array<Record<string, unknown>>;
}

export interface ShortcutAction {
  /** Channel template id; empty if the device is gone. */
  profile: string;
  /** Channel id. */
  channel: string;
  /** Component id. */
  component: string;
  /** Property id. */
  property: string;
  /** The setting in words. */
  label: string;
  /** Names for people. */
  labels: {
    /** Name of the component. */
    component: string;
    /** Name of the kind of device. */
    profile: string;
    /** Name of the device. */
    channel: string;
  };
  /** Photo of the device. */
  photoUrl: string;
  /** Photo of the kind of device. */
  photoUrlAlt: string;
  /** One element: the choice of the rule editor. */
  choices: Array<{
    /** `azulejo-1`. */
    id: string;
    /** Everything about the setting: apps drop other members (android-app 6.2). */
    choice: {
      /** JSON text of `{is: "set", property, value, unit?}`. */
      rule: string;
    };
  }>;
  /** The user no longer has the device. */
  isInvalid?: boolean;
}

export interface ShortcutList {
  /** In the user’s order. */
  shortcuts: Shortcut[];
}

export interface ShortcutSuggestionList {
  /** Always empty. */
  shortcutSuggestions: Array<Record<string, unknown>>;
}

export interface StoredTemplates {
  /** One for each template, in their order. */
  elements: Array<{
    /** Channel template id; empty when the template has none. */
    id: string;
    /** Whether this is a new version, a stored one, or not valid. */
    state: "stored" | "unchanged" | "refused";
    /** The version; refused templates have none. */
    version?: number;
    /** Why it was refused: its members, with reasons. */
    errors: Array<{
      /** Path of the field in the request. */
      field: string;
      /** The error. */
      reason: string;
    }>;
  }>;
}

/** A model of a device that the platform knows. */
export interface SupportedModel {
  /** Id of the channel template that devices of this model get. */
  id: string;
  /** The kind of device. */
  name: string;
  /** Brand. */
  vendor: string;
  /** The maker’s model name. */
  model: string;
  /** Kind of device, e.g. `color-light`. */
  kind: string;
  /** Picture of the kind of device. */
  image: string;
  /** The same picture, small. */
  thumbnail: string;
  /** Other brands and names of the same device. */
  sold_as: Array<{
    /** Brand. */
    vendor: string;
    /** Model name. */
    model: string;
  }>;
}

/** A model and its features. */
export interface SupportedModelDetail {
  /** Id of the channel template that devices of this model get. */
  id: string;
  /** The kind of device. */
  name: string;
  /** Brand. */
  vendor: string;
  /** The maker’s model name. */
  model: string;
  /** Kind of device, e.g. `color-light`. */
  kind: string;
  /** Picture of the kind of device. */
  image: string;
  /** The same picture, small. */
  thumbnail: string;
  /** Other brands and names of the same device. */
  sold_as: Array<{
    /** Brand. */
    vendor: string;
    /** Model name. */
    model: string;
  }>;
  /** The features of the device, without repetition. */
  features: ModelFeature[];
  /** How the device is connected. */
  connection: "zigbee";
}

export interface SupportedModelList {
  /** The models of this page. */
  models: SupportedModel[];
  /** Total number on all pages. */
  size: number;
}

export interface TagList {
  /**
   * One for the iOS app, which begins to report where it is when it has one; for other apps, if the operator
   * has a notification hub (`PHONE_HUB`).
   */
  tags: string[];
}

/**
 * The price of energy, for `energy.read`. Does not change unless it is sent; a `second` that is null removes
 * the second rate.
 */
export interface Tariff {
  /** ISO 4217 code, e.g. `EUR`. */
  currency: string;
  /** Price of a kWh. */
  price: number;
  /** A second rate at certain times. An hour with both rates is shared by its minutes. */
  second?: {
    /** Price of a kWh at these times. */
    price: number;
    /** When it begins each day, e.g. `22:00`. */
    from: string;
    /** When it ends, e.g. `08:00`; before `from`, it is on the next day. */
    to: string;
    /** Whether it holds all Saturday and Sunday, too. */
    weekends: boolean;
  };
}

/** A kind of device. */
export interface Template {
  /** Channel template id. */
  id: string;
  /** Name of the kind of device. */
  name: string;
  /** Always `device`. */
  type: "device";
  /** Brand. */
  vendor: string;
  /** The maker’s model name. */
  model: string;
  /** Kind of device, e.g. `color-light`. */
  kind: string;
  /** Picture for tiles. */
  icon: string;
  /** Picture of the device. */
  image: string;
  /** The same as the element’s `recipe_id`. */
  recipe: string;
  /** Whether users can add one. */
  additionable: boolean;
  /** The capability that an app needs: opening a web page. */
  required_capability: "discovery-webview";
  /** Whether that page must be opened in the system browser. */
  open_oauth_in_browser: boolean;
  /** The manager whose devices these are. Missing for devices that the platform simulates. */
  manager_id?: string;
}

export interface TemplateList {
  /** The kinds of devices. */
  elements: Array<{
    /** Position in the list. */
    order_index?: number;
    /** The recipe for adding one. */
    recipe_id?: string;
    /** A kind of device. */
    template?: Template;
  }>;
  /** Total number on all pages. */
  size: number;
}

/** How one part of a device is drawn for one user (spec 2.5). */
export interface Tile {
  /** Path `/v3/legacy/tiles/<tile_id>`. */
  _id: string;
  /** Revision marker. */
  _rev: string;
  /** The actions of a tap on the tile; apps use the first. */
  actions: Action[];
  /** Channel id. */
  channel: string;
  /** The device of the tile. */
  channelInfo: {
    /** Picture behind the device page. */
    backgroundPhotoUrl: string;
    /** Channel id. */
    id: string;
    /** Picture of the device. */
    photoUrl: string;
    /** Channel template id. */
    profileId: string;
    /** Equal to `id`. */
    remoteId: string;
  };
  /** The components of the channel that the tile shows. */
  components: Array<{
    /** Component id. */
    id: string;
    /** Type of the component. */
    type: string;
  }>;
  /** Group ids; never empty. */
  groups: string[];
  /** Path `/v3/legacy/tiles/<tile_id>`. */
  href: string;
  /** Tile id. */
  id: string;
  /** The values that the tile shows, the most important first. */
  information: Information[];
  /** Whether people can put the tile into a group. */
  isGroupable: boolean;
  /** `device`, or `context` for the user’s own phone, location and time. */
  kind: "device" | "context";
  /** Name of the tile, which the user can change. */
  label: string;
  /** Image drawn over the photo; may be empty. */
  overlayUrl: string;
  /** Picture of the tile. */
  photoUrl: string;
  /** Picture of the device. */
  photoUrlAlt: string;
  /** Channel template id. */
  profile: string;
  /** Id of the user who sees this tile. */
  user: string;
}

/** An area of tiles, or a group of tiles within an area. */
export interface TileGroup {
  /** Path of the area or group. */
  href: string;
  /** Id of the area or group. */
  id: string;
  /** Whether this is the area of tiles that were never arranged. It cannot be removed. */
  isDefault: boolean;
  /** `device`, or `context` for the user’s own phone, location and time. */
  kind: "device" | "context";
  /** Name of the area or group. */
  label: string;
  /** For a group: the id of its area. */
  parent?: string;
  /** Position among the areas, or among the groups of its area, from 0. */
  position: number;
}

export interface TileGroupList {
  /** In display order, each area before its groups. */
  tileGroups: TileGroup[];
}

/** What the device is, as the person sees it. */
export type TileIcon = "lamp" | "christmas-tree" | "television" | "games-console" | "speaker" | "record-player" | "computer" | "printer" | "router" | "washing-machine" | "dishwasher" | "fridge" | "cooker" | "microwave" | "coffee-machine" | "heater" | "fan" | "air-conditioner" | "vacuum-cleaner" | "pump" | "plant" | "car" | "tool";

export interface TileList {
  /** The tiles in display order. */
  tiles: Tile[];
}

/** ISO 8601 with milliseconds and the offset `+0000`. */
export type Timestamp = string;

export interface TokenMetadata {
  /** Path of the token resource, `/v3/tokens/<id>`. */
  _id: string;
  /** The application that signed in. */
  client_id: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** The addresses of the platform. */
  endpoints: Endpoints;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  expires: Timestamp;
  /** The flow of the original sign-in; refreshing does not change it. */
  grant_type: "password" | "client_credentials";
  /** Path of the token resource, `/v3/tokens/<id>`. */
  href: string;
  /** Token record id. */
  id: string;
  /** The user id, or the client id if no user signed in. */
  owner_id: string;
  /** Granted permissions. */
  scope: string[];
  /** The `state` of the request. */
  state?: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  updated: Timestamp;
  /** Always `Bearer`. */
  token_type: "Bearer";
  /** Seconds until `expires`. */
  expires_in: number;
}

export interface TokenRecord {
  /** Path of the token resource, `/v3/tokens/<id>`. */
  _id: string;
  /** The application that signed in. */
  client_id: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** The addresses of the platform. */
  endpoints: Endpoints;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  expires: Timestamp;
  /** The flow of the original sign-in; refreshing does not change it. */
  grant_type: "password" | "client_credentials";
  /** Path of the token resource, `/v3/tokens/<id>`. */
  href: string;
  /** Token record id. */
  id: string;
  /** The user id, or the client id if no user signed in. */
  owner_id: string;
  /** Granted permissions. */
  scope: string[];
  /** The `state` of the request. */
  state?: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  updated: Timestamp;
  /** Always `Bearer`. */
  token_type: "Bearer";
  /** Seconds until `expires`. */
  expires_in: number;
  /** For the `Authorization` header of all later requests. */
  access_token: string;
  /** One-time exchange code, valid for ten minutes. */
  code: string;
  /** For getting new tokens before `expires`. */
  refresh_token: string;
}

/** A condition on a property that can start an automation (spec 2.4). */
export interface Trigger {
  /** Trigger id. */
  id: string;
  /**
   * How a trigger compares the reported value with its input. Only the context channel has those after
   * `changes`: times (`at`, `sun`, `every`, `between`, `sun-is`, `weekday-is`) and places (`arrives`,
   * `leaves`, `is-at`, `is-not-at`).
   */
  condition: "equals" | "not-equals" | "less-than" | "greater-than" | "changes" | "at" | "sun" | "every" | "between" | "sun-is" | "weekday-is" | "arrives" | "leaves" | "is-at" | "is-not-at";
  /** The input of a person for the condition. */
  inputs: Array<{
    /** The control that gives the input. */
    controlInterfaceId: string;
    /** Id of the input. */
    id: string;
    /** Maps the control’s result to the condition; `$` is the whole value. */
    path: Array<{
      /** Path in the control’s value. */
      source: string;
      /** Path in the trigger’s input. */
      target: string;
    }>;
  }>;
  /** Template for the text of the inputs, e.g. `{{value}} °C`. */
  inputsLabel: string;
  /** Name of the condition, for people. */
  label: string;
  /** The words between the device and the input, e.g. `rises above`. */
  predicateLabel: string;
}

export interface UnitsTable {
  /** Version of the table. */
  version: string;
  /** The units by key. */
  unitSpec: Record<string, {
    /** Name of the unit, for people. */
    name: {
      /** For one. */
      singular: string;
      /** For any other number. */
      plural: string;
    };
    /** Text before the number. */
    prefix: string;
    /** Text after the number, with its space. */
    suffix: string;
    /** Decimals that are shown. */
    decimalPlaces: number;
    /** The system that has the unit; both without it. */
    unitSystem?: "metric" | "imperial";
    /** Whether people can choose the unit. */
    public?: boolean;
  }>;
  /** Expressions in `x`, by source and target unit; `from` is a legend. */
  unitCalc: Record<string, Record<string, string>>;
}

export interface UnitsTableV2 {
  /** Version of the table. */
  version: string;
  /** The units by key. */
  unitSpec: Record<string, {
    /** Name of the unit, for people. */
    name: {
      /** For one. */
      singular: string;
      /** For any other number. */
      plural: string;
    };
    /** Text before the number. */
    prefix: string;
    /** Text after the number, with its space. */
    suffix: string;
    /** Decimals that are shown. */
    decimalPlaces: number;
    /** The system that has the unit; both without it. */
    unitSystem?: "metric" | "imperial";
    /** Whether people can choose the unit. */
    public?: boolean;
    /** The measured quantity; units of the same quantity convert to each other. */
    quantity?: string;
    /** Where its size is defined. */
    source?: string;
  }>;
  /** Expressions in `x`, by source and target unit; `from` is a legend. */
  unitCalc: Record<string, Record<string, string>>;
  /** Maps other spellings of units, e.g. `°C`, to their keys. */
  aliases: Record<string, string>;
}

export interface UpdateCount {
  /** How many records were replaced: 0 or 1. */
  n_updated: number;
}

export interface UploadResult {
  /** Absolute URL; what it serves never changes. */
  url: string;
  /** Content type of the stored picture. */
  type: "image/png" | "image/jpeg";
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** Size of the stored picture. */
  bytes: number;
}

export interface UserRecord {
  /** Path `/v3/users/<user_id>`. */
  _id: string;
  /** Revision marker, also the `ETag`. */
  _rev: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  active_ts: Timestamp;
  /** The application’s own data, or null. */
  cdata: unknown;
  /** Only for the user. Known clients check that it is there. */
  confirmation_hash?: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** The user’s e-mail. */
  email: string;
  /** Path `/v3/users/<user_id>`. */
  href: string;
  /** User id. */
  id: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  inactive_ts: Timestamp;
  /** The user’s name. */
  name: string;
  /** Unique user namespace. */
  namespace: string;
  /** The user’s picture, if there is one. */
  photoUrl?: string;
  /** Only for the user. */
  secret?: string;
  /** `active` users may sign in; `inactive` ones were disabled by the application’s owner. */
  state: "active" | "inactive";
  /** Id of the application the user belongs to. */
  target_id: string;
  /** Always `users`. */
  type: "users";
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  updated: Timestamp;
}

/**
 * The last value of a property. `timestamp` is when it was last stored, `changed` since when the property has
 * had it.
 */
export interface Value {
  /** Valid against the property’s schema. */
  data: unknown;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  changed?: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  timestamp: Timestamp;
  /** The client that set it, or through which it was set. */
  sender?: string;
  /** The user for whom it was set. */
  on_behalf_of?: string;
  /**
   * `report` when the device reported it on its own, `read` in answer to a read, `command:<id>` in answer to
   * a write.
   */
  cause: string;
  /** The device did not answer in time. */
  stale?: boolean;
}

export interface ValueList {
  /** Ordered by channel, component and property. */
  elements: Array<{
    /** Channel id. */
    channel: string;
    /** Component id. */
    component: string;
    /** Property id, or `access`. */
    property: string;
    /** Valid against the property’s schema. */
    data: unknown;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    changed?: Timestamp;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    timestamp: Timestamp;
    /** The client that set it, or through which it was set. */
    sender?: string;
    /** The user for whom it was set. */
    on_behalf_of?: string;
    /**
     * `report` when the device reported it on its own, `read` in answer to a read, `command:<id>` in answer
     * to a write.
     */
    cause: string;
    /** The device did not answer in time. */
    stale?: boolean;
  }>;
}

/** An automation as known apps show it. */
export interface Worker {
  /** Automation id. */
  id: string;
  /** User id. */
  user: string;
  /** The user’s name for it. */
  label: string;
  /** Whether it runs. */
  enabled: boolean;
  /** Whether the app’s editor can hold all of it. */
  editable: boolean;
  /** Always true. */
  deletable: boolean;
  /** Always true. */
  allowdisable: boolean;
  /** Whether one of its devices no longer exists. */
  invalid: boolean;
  /** Always false. */
  forceDisabled: boolean;
  /** When its last run began; absent if it never ran. */
  lastRun?: string;
  /** The automation as a sentence, without `<`, `>` and `&`. */
  description: string;
  /** The text that apps show above an automation that they cannot edit. */
  category: string;
  /** Color without `#`. */
  categoryColor: string;
  /** The names of its devices. */
  devicesText: string;
  /** When it runs. Empty if it is not editable. */
  triggers: ShortcutAction[];
  /** Only if. Empty if it is not editable. */
  states: ShortcutAction[];
  /** Its actions. Empty if it is not editable. */
  actions: ShortcutAction[];
  /** The places of one that is not editable. */
  unsorted: ShortcutAction[];
}

export interface WorkerList {
  /** Newest first. */
  workers: Worker[];
}
