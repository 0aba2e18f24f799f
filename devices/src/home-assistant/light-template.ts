import type { Role } from '../feature.ts';
import { fromRgb, hueSaturationOf, toRgb } from './light-color.ts';
import type { LightValues } from './light-json.ts';
import { type Config, eitherOf, type MakePoint, ON, type Point, rendered, SWITCHED } from './point.ts';
import { choiceOf, type Members, NotMapped, numberOf } from './text.ts';
import { templateIn } from './value-template.ts';

const ROLE: Role = 'light';

/** Maps a light whose state and commands are read and written by templates only. */
export function templateLight(config: Config, values: LightValues): MakePoint[] {
  const point = (
    name: string,
    value: Point['value'],
    template: string,
    parse: (value: unknown) => unknown,
    toVariables: (value: unknown) => Members,
  ): Point | undefined => {
    if (config.text(template) === undefined) return undefined;
    const on = templateIn(config.text('command_on_template'));
    const write = (own: unknown) =>
      config.send('command_topic', rendered(on, { state: 'on', ...toVariables(own) }));
    const readings = config.reading('state_topic', template, parse);
    return { name, role: ROLE, value, readings, ...(on && { write }), isSettledByState: readings.length > 0 };
  };
  return [
    () => {
      const [on, off] = ['command_on_template', 'command_off_template'].map((key) =>
        templateIn(config.text(key)),
      );
      if (!on || !off) throw new NotMapped('no_command_template');
      const write = (state: unknown) =>
        config.send(
          'command_topic',
          rendered(state === ON ? on : off, { state: state === ON ? 'on' : 'off' }),
        );
      const readings = config.reading('state_topic', 'state_template', eitherOf('on', 'off'));
      return {
        name: 'state',
        role: ROLE,
        value: SWITCHED,
        readings,
        write,
        isSettledByState: readings.length > 0,
      };
    },
    () =>
      point('brightness', values.brightness, 'brightness_template', numberOf, (brightness) => ({
        brightness,
      })),
    () =>
      point('color_temp', values.colorTemperature, 'color_temp_template', values.flip, (own) => ({
        color_temp: values.flip(own),
      })),
    () => colorPoint(config, values),
    () =>
      values.effect.values.length === 0
        ? undefined
        : point('effect', values.effect, 'effect_template', choiceOf(values.effect.values), (effect) => ({
            effect,
          })),
  ];
}

function colorPoint(config: Config, values: LightValues): Point | undefined {
  const parts = ['red', 'green', 'blue'].map((part) => templateIn(config.text(`${part}_template`)));
  const on = templateIn(config.text('command_on_template'));
  const [red, green, blue] = parts;
  if (!red || !green || !blue) return undefined;
  const readings = config.reading('state_topic', '', (payload) => {
    const numbers = [red, green, blue].map((template) => numberOf(template(String(payload))));
    const [r, g, b] = numbers;
    return r === undefined || g === undefined || b === undefined ? undefined : fromRgb(r, g, b);
  });
  const write = (value: unknown) => {
    const { hue, saturation } = hueSaturationOf(value);
    const [red, green, blue] = toRgb({ hue, saturation });
    return config.send(
      'command_topic',
      rendered(on, { state: 'on', red, green, blue, hue, sat: saturation }),
    );
  };
  return {
    name: 'color_hs',
    role: ROLE,
    value: values.color,
    readings,
    ...(on && { write }),
    isSettledByState: readings.length > 0,
  };
}
