// Extension points, where features offer what the app can work without. A feature is a folder of src/features whose
// `register.ts` makes offers. The owner of a point asks for its offers, and shows nothing when there are none.
//
// - A layer declares a point by adding it to `ExtensionPoints`. It never imports a feature.
// - Features register on the first request for any point (apps/web/features.ts). Each offer loads its own code on
//   first use: its `load` runs once, and returns the same promise each time.
import { once } from './deferred.ts';
import { Failure } from './errors.ts';

/** Type of the offers at each point, by name. Layers add theirs with `declare module`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled where the points are
export interface ExtensionPoints {}

export type PointName = keyof ExtensionPoints;

export type Offer = <Point extends PointName>(point: Point, offered: ExtensionPoints[Point]) => void;

/** Default export of a `register.ts`. It makes offers, and loads nothing. */
export type Feature = (offer: Offer) => void;

export class Extensions {
  readonly #offers = new Map<string, unknown[]>();

  /** @param features of this build, in the order of their names */
  constructor(features: readonly Feature[]) {
    for (const register of features)
      register((point: string, offered) => {
        this.#offers.set(point, [...(this.#offers.get(point) ?? []), loadedOnce(offered)]);
      });
  }

  /** Returns all offers at a point, in the order of the features' names. */
  async of<Point extends PointName>(point: Point): Promise<readonly ExtensionPoints[Point][]> {
    return (this.#offers.get(point) ?? []) as ExtensionPoints[Point][];
  }

  /**
   * Returns the only offer at a point with room for one. @param what name of the feature, for people @throws Failure
   * `unavailable`
   */
  async one<Point extends PointName>(point: Point, what: string): Promise<ExtensionPoints[Point]> {
    const [first] = await this.of(point);
    if (first === undefined) throw new Failure('unavailable', `This build comes without ${what}.`);
    return first;
  }
}

function loadedOnce(offered: unknown): unknown {
  const { load } = offered as { load?: () => Promise<unknown> };
  return load ? { ...(offered as object), load: once(load) } : offered;
}
