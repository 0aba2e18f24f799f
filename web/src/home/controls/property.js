/** Returns the name of the value schema, for example `on-off`. */
export const schemaOf = ({ schema }) => schema.slice(schema.lastIndexOf('/') + 1);
export const isOfClass = ({ classes }, pattern) => classes.some((name) => pattern.test(name));
/** Returns the settings of a control, with the limits of the schema where it has none of its own. */
export function configOf({ controlInterfaces: [first], schemaExtension }) {
  const limits = { min: schemaExtension['minimum'], max: schemaExtension['maximum'] };
  return { ...present(limits), ...first?.config };
}
const present = (members) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
/** Returns the confirmation to ask for. Opening a lock, or losing a counter, by mistake cannot be undone. */
export function questionOf(property, device, data) {
  if (isOfClass(property, /\.security\.locked$/) && data === false)
    return { title: `Unlock ${device}?`, text: 'Anyone at the door can then open it.', yes: 'Unlock' };
  if (isOfClass(property, /\.(reset|restart|factory)-/))
    return { title: `${property.label}?`, text: `This acts on ${device} at once.`, yes: property.label };
  return undefined;
}
//# sourceMappingURL=property.js.map
