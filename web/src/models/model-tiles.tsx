import type { SupportedModelDetail } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';
import { useState } from 'react';
import { drawTemplateTile } from '../tiles/draw-template-tile.ts';
import { TileView } from '../tiles/tile-view.tsx';

/** Shows the tiles of a model with example values. Their switches can be tried. */
export function ModelTiles({ model: { template, values: examples } }: { model: SupportedModelDetail }) {
  const [values, setValues] = useState(
    () => new Map(examples.map(({ component, property, data }) => [valueKey(component, property), data])),
  );
  const move = (key: string, data: unknown) => setValues((earlier) => new Map(earlier).set(key, data));
  return template.tiles.map((_, index) => {
    const tile = drawTemplateTile(template, index, values);
    return (
      <TileView
        key={tile.id}
        tile={tile}
        kind={template.kind}
        onToggle={(data) =>
          tile.toggle && move(valueKey(tile.toggle.write.component, tile.toggle.write.property), data)
        }
      />
    );
  });
}
