type Flags = { isTriggerable: boolean; isActionable: boolean; isStateful: boolean };

const FLAG_OF = { triggerable: 'isTriggerable', actionable: 'isActionable', stateful: 'isStateful' } as const;

/** Returns whether `type=triggerable|actionable|stateful` selects it. */
export const hasFlag = (flags: Flags, type: keyof typeof FLAG_OF): boolean => flags[FLAG_OF[type]];
