type Flags = { isTriggerable: boolean; isActionable: boolean; isStateful: boolean };

const FLAG_OF = { triggerable: 'isTriggerable', actionable: 'isActionable', stateful: 'isStateful' } as const;

/** Whether it has what `type=triggerable|actionable|stateful` asks for. */
export const hasFlag = (flags: Flags, type: keyof typeof FLAG_OF): boolean => flags[FLAG_OF[type]];
