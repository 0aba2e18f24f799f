/** The status of the last write to a property, with texts for people. */
export type WriteStatus =
  | { readonly state: 'idle' }
  | { readonly state: 'pending'; readonly data: unknown }
  | { readonly state: 'done' }
  | { readonly state: 'unanswered' | 'refused' | 'unsent' | 'unknown'; readonly text: string };

export const IDLE: WriteStatus = { state: 'idle' };
