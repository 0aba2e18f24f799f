/** The text about a single device of a kind, as `{device}`, or about any of several. */
export type Alert = { readonly one: string; readonly any: string };
type Named = { readonly label: string };

/** The words of ready automations in one language. */
export type ReadyWords = {
  readonly motionLight: Named;
  readonly doorLeftOpen: Named & Alert;
  readonly heatingSchedule: Named;
  readonly allOff: Named;
  readonly waterLeak: Named & Alert;
  /** `{{temperature}}` is filled in when the notification is sent. */
  readonly freezer: Named & { readonly text: string };
  readonly shutterWithTheSun: Named;
  readonly wakeUpLight: Named;
  readonly batteryLow: Named & Alert;
  readonly deviceSilent: Named & Alert;
  readonly welcomeHome: Named;
  readonly holidayLook: Named;
};
