// How features offer what the app works without. A feature is a folder of src/features whose `register.ts` makes offers at
// extension points; whoever has a point asks for the offers, and shows none where there are none.
//
// - A layer declares a point by adding it to `ExtensionPoints`. It never imports a feature.
// - Features register with the first question about any point (apps/web/features.ts). What an offer needs it loads itself, on
//   its own first use.
import { Failure } from './errors.ts';

/** What is offered at each point, by the point's name. Layers add theirs: `declare module`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled where the points are
export interface ExtensionPoints {}

export type PointName = keyof ExtensionPoints;

export type Offer = <Point extends PointName>(point: Point, offered: ExtensionPoints[Point]) => void;

/** What a `register.ts` exports by default. It offers, and loads nothing. */
export type Feature = (offer: Offer) => void;

export class Extensions {
  readonly #offers = new Map<string, unknown[]>();

  /** @param features of this build, in the order of their names */
  constructor(features: readonly Feature[]) {
    for (const register of features)
      register((point: string, offered) => {
        this.#offers.set(point, [...(this.#offers.get(point) ?? []), offered]);
      });
  }

  /** All that is offered at a point, in the order of the features' names. */
  async of<Point extends PointName>(point: Point): Promise<readonly ExtensionPoints[Point][]> {
    return (this.#offers.get(point) ?? []) as ExtensionPoints[Point][];
  }

  /** The one offer at a point that has room for one. @param what it is, for people @throws Failure `unavailable` */
  async one<Point extends PointName>(point: Point, what: string): Promise<ExtensionPoints[Point]> {
    const [first] = await this.of(point);
    if (first === undefined) throw new Failure('unavailable', `This build comes without ${what}.`);
    return first;
  }
}
