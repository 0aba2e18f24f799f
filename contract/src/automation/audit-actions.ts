export const automationActions = {
  'automation.stop': 'An automation of {target} ran too often and was stopped: {detail}',
} as const;
