import type { Feature } from '../core/feature.ts';

type Make<Needs, Api extends object> = (needs: Needs) => Feature<Api> | Promise<Feature<Api>>;

/** The result of a list of features: their services by name, their dependencies, and the features. */
export type BuiltFeatures<Context> = { readonly services: Context; readonly list: readonly Feature[] };

/**
 * Features in the order in which they are made. Each uses the services of those before it: `with` takes only
 * functions whose needs are met.
 */
export type FeatureList<Base, Context> = {
  with<Api extends object>(make: Make<Context, Api>): FeatureList<Base, Context & Api>;
  build(base: Base): Promise<BuiltFeatures<Context>>;
};

export const listFeatures = <Base extends object>(): FeatureList<Base, Base> => extend([]);

function extend<Base extends object, Context>(
  makers: readonly Make<never, object>[],
): FeatureList<Base, Context> {
  return {
    with: <Api extends object>(make: Make<Context, Api>) => extend<Base, Context & Api>([...makers, make]),
    async build(base) {
      const services: object = { ...base };
      const list: Feature[] = [];
      for (const make of makers) {
        const feature = await make(services as never);
        Object.assign(services, feature.api);
        list.push(feature);
      }
      return { services: services as Context, list };
    },
  };
}
