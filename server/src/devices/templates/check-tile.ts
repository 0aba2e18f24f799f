import type { Action, ChannelTemplate, FieldError, Information, TemplateTile } from '@azulejo/contract';
import { isWritable } from '@azulejo/model';
import { compileExpression, findUnit } from '@azulejo/units';

type Part = Information | Action;
type Property = ChannelTemplate['properties'][number];

const SWITCHED = ['boolean', 'on-off'];

export function* findTileErrors(
  tile: TemplateTile,
  path: string,
  template: ChannelTemplate,
): Generator<FieldError> {
  for (const [index, id] of tile.components.entries()) {
    const field = `${path}.components.${index}`;
    if (!template.components.some((component) => component.id === id))
      yield { field, reason: `is not a component of this template: ${id}` };
    else if (tile.components.indexOf(id) !== index) yield { field, reason: `occurs twice: ${id}` };
  }
  for (const [index, information] of tile.information.entries()) {
    const field = `${path}.information.${index}`;
    const property = yield* findPartErrors(information, field, tile, template);
    // Known apps would never update the switch (android-app 5.3, ios-app 5.5).
    if (tile.actions.some((action) => action.property === information.property))
      yield {
        field: `${field}.property`,
        reason: `is both information and action of the tile: ${information.property}`,
      };
    yield* findInformationErrors(information, index, `${field}.options`, property);
  }
  for (const [index, action] of tile.actions.entries()) {
    const field = `${path}.actions.${index}`;
    const property = yield* findPartErrors(action, field, tile, template);
    if (property && !SWITCHED.includes(property.schema))
      yield { field: `${field}.property`, reason: 'must be of the schema boolean or on-off' };
    else if (property && !isWritable(property))
      yield { field: `${field}.property`, reason: 'is not writable' };
  }
}

/** Returns the property that the part shows, if it exists. */
function* findPartErrors(
  part: Part,
  path: string,
  tile: TemplateTile,
  { components, properties }: ChannelTemplate,
): Generator<FieldError, Property | undefined> {
  const isShown = components.some(
    ({ id, type }) => type === part.componentType && tile.components.includes(id),
  );
  if (!isShown)
    yield { field: `${path}.componentType`, reason: `is of no component of the tile: ${part.componentType}` };
  const property = properties.find(({ id }) => id === part.property);
  const field = `${path}.property`;
  if (!property) yield { field, reason: `is not a property of this template: ${part.property}` };
  else if (isShown && !property.components.includes(part.componentType))
    yield { field, reason: `is not a property of ${part.componentType}: ${part.property}` };
  return property;
}

function* findInformationErrors(
  { type, options }: Information,
  index: number,
  path: string,
  property: Property | undefined,
): Generator<FieldError> {
  if (type === 'text-unit') {
    const unit = options.inputUnit ?? '';
    if (unit !== '' && findUnit(unit) === undefined)
      yield { field: `${path}.inputUnit`, reason: `is not a known unit: ${unit}` };
    if (unit === '' && property?.unitsOptions.vendorUnit === '')
      yield { field: `${path}.inputUnit`, reason: 'is required, because the property has no unit' };
  }
  if (type === 'text-expression')
    yield* findExpressionErrors(options.mathExpression, `${path}.mathExpression`);
  if (type !== 'icon-color') return;
  if (index > 0) yield { field: path.replace(/options$/, 'type'), reason: 'must be the first of the tile' };
  if (!options.char) yield { field: `${path}.char`, reason: 'is required' };
  if (property && property.schema !== 'color-hsv')
    yield { field: path.replace(/options$/, 'property'), reason: 'must be of the schema color-hsv' };
}

function* findExpressionErrors(expression: string | undefined, field: string): Generator<FieldError> {
  if (!expression) return yield { field, reason: 'is required' };
  try {
    compileExpression(expression);
  } catch (error) {
    yield { field, reason: error instanceof Error ? error.message : 'cannot be read' };
  }
}
