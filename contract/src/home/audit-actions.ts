export const homeActions = {
  'grant.end': '{actor} removed {target} from the home',
} as const;
