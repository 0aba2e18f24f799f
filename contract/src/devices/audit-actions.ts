export const devicesActions = {
  'template.create': '{actor} saved the template {target}',
  'template.move': '{actor} moved channels to another version of {target}',
  'template.remove': '{actor} removed the template {target}',
  'template.save': '{actor} changed the template {target}',
} as const;
