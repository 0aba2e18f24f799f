/** Returns the property's name for people; without one, the words of its id. */
export function propertyLabel({ id, label }: { readonly id: string; readonly label: string }): string {
  if (label.trim() !== '') return label;
  const words = id.replace(/[-_]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
