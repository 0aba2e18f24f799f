export const telemetryActions = {
  'refused.value.report': '{actor} was not allowed to report a value of {target}',
} as const;
