// Where shapes of a PowerPoint slide are, and how large their text is: stated by the shape itself, else by its layout,
// else by the master.
import { elementsOf, type HtmlElement, type HtmlTag, isTag } from './html-nodes.ts';
import { type Relation, relationsOf } from './office.ts';
import { type Box, boxOn, mergedLook, type Placing, type TextLook, USUAL_SLIDE } from './slides.ts';
import { attributeOf, firstNamed, named, parseXml } from './xml.ts';
import type { Zip } from './zip.ts';

/** Units of these files in a point. */
const UNITS = 12_700;
const ALIGNED: Readonly<Record<string, 'center' | 'end' | undefined>> = { ctr: 'center', r: 'end' };
const ANCHORED: Readonly<Record<string, 'center' | 'end' | undefined>> = { ctr: 'center', b: 'end' };
const BULLETS = new Set(['buChar', 'buAutoNum', 'buBlip']);
/** Roles with the same place and style. */
const SAME: Readonly<Record<string, string>> = { ctrTitle: 'title', subTitle: 'body', obj: 'body' };

interface Placeholder extends Placing {
  role: string;
  index: string | undefined;
}

/** What slides inherit: a layout or a master, without its tree. */
interface Layer {
  placeholders: Placeholder[];
  /** Of the master. */
  styles: Partial<Record<string, TextLook>>;
  above: string | undefined;
}

export class PptxPlaces {
  readonly slide: { width: number; height: number };
  readonly #zip: Zip;
  readonly #layers = new Map<string, Layer>();

  constructor(zip: Zip, presentation: HtmlElement) {
    this.#zip = zip;
    const size = firstNamed(presentation, 'sldSz')?.attribs;
    const [width, height] = [size?.['cx'], size?.['cy']].map((units) => Number(units) / UNITS);
    this.slide = width! > 0 && height! > 0 ? { width: width!, height: height! } : USUAL_SLIDE;
  }

  /** Returns the layers of a slide, nearest first. */
  layersOf(relations: ReadonlyMap<string, Relation>): Layer[] {
    const layers: Layer[] = [];
    let part = targetOf(relations, 'slideLayout');
    while (part !== undefined && layers.length < 2) {
      const layer = this.#layer(part);
      layers.push(layer);
      part = layer.above;
    }
    return layers;
  }

  /** @param role of its placeholder; undefined for other shapes */
  placing(shape: HtmlTag, role: string | undefined, layers: readonly Layer[]): Placing {
    const box = this.#boxOf(shape);
    const own = lookOf(shape);
    if (role === undefined) return { ...(box && { box }), look: mergedLook(own, { isList: false }) };
    const index = firstNamed(shape, 'ph')?.attribs['idx'];
    const fitting = layers.map(({ placeholders }) => fittingIn(placeholders, role, index));
    const inherited = box ?? fitting.find((one) => one?.box)?.box;
    const style = layers.at(-1)?.styles[role === 'subTitle' ? 'body' : (SAME[role] ?? role)];
    const look = mergedLook(
      own,
      ...fitting.map((one) => one?.look),
      ...(role === 'subTitle' ? [{ isList: false }] : []),
      style,
      { isList: (SAME[role] ?? role) === 'body' },
    );
    return { ...(inherited && { box: inherited }), look };
  }

  #layer(part: string): Layer {
    const known = this.#layers.get(part);
    if (known) return known;
    const layer: Layer = { placeholders: [], styles: {}, above: undefined };
    this.#layers.set(part, layer);
    const xml = this.#zip.textIfAny(part);
    if (xml === undefined) return layer;
    const root = parseXml(xml);
    layer.above = targetOf(relationsOf(this.#zip, part), 'slideMaster');
    for (const shape of named(root, 'sp')) {
      const role = roleOf(shape);
      if (role === undefined) continue;
      const box = this.#boxOf(shape);
      const index = firstNamed(shape, 'ph')?.attribs['idx'];
      layer.placeholders.push({ role, index, look: lookOf(shape), ...(box && { box }) });
    }
    for (const [role, name] of [
      ['title', 'titleStyle'],
      ['body', 'bodyStyle'],
    ] as const) {
      const style = firstNamed(root, name);
      if (style) layer.styles[role] = levelLook(style);
    }
    return layer;
  }

  #boxOf(shape: HtmlTag): Box | undefined {
    let owner: HtmlElement | null = shape;
    // A table or chart is placed by the frame around it.
    if (!['sp', 'pic'].includes(shape.name)) {
      while (owner && owner.name !== 'graphicFrame') owner = parentOf(owner);
    }
    const transform = owner ? firstNamed(owner, 'xfrm') : undefined;
    let box = transform && rectangle(transform, 'off', 'ext');
    for (let group = owner && parentOf(owner); box && group; group = parentOf(group)) {
      if (group.name !== 'grpSp') continue;
      const properties = group.children.find((child): child is HtmlTag => isNamed(child, 'grpSpPr'));
      const around = properties && firstNamed(properties, 'xfrm');
      const [outer, inner] = around
        ? [rectangle(around, 'off', 'ext'), rectangle(around, 'chOff', 'chExt')]
        : [];
      if (!outer || !inner || inner.width === 0 || inner.height === 0) continue;
      const [across, down] = [outer.width / inner.width, outer.height / inner.height];
      box = {
        x: outer.x + (box.x - inner.x) * across,
        y: outer.y + (box.y - inner.y) * down,
        width: box.width * across,
        height: box.height * down,
      };
    }
    return box && boxOn(this.slide, box);
  }
}

/** Returns a shape's role on the slide: `title`, `body`, `sldNum`; `body` if none is given. */
export function roleOf(shape: HtmlTag): string | undefined {
  const mark = firstNamed(shape, 'ph');
  return mark ? (attributeOf(mark, 'type') ?? 'body') : undefined;
}

function fittingIn(all: readonly Placeholder[], role: string, index: string | undefined) {
  const kind = SAME[role] ?? role;
  return (
    (index === undefined ? undefined : all.find((one) => one.index === index)) ??
    all.find((one) => one.role === role) ??
    all.find((one) => (SAME[one.role] ?? one.role) === kind)
  );
}

function lookOf(shape: HtmlTag): TextLook {
  const look: TextLook = {};
  for (const { name, attribs } of elementsOf(shape, (tag) => tag.name !== 'lstStyle')) {
    if (name === 'bodyPr') keep(look, 'anchor', ANCHORED[attribs['anchor'] ?? '']);
    else if (name === 'pPr') keep(look, 'align', ALIGNED[attribs['algn'] ?? '']);
    else if (BULLETS.has(name)) look.isList = true;
    else if (name === 'buNone') look.isList ??= false;
  }
  const styles = firstNamed(shape, 'lstStyle');
  return mergedLook(look, styles && levelLook(styles));
}

/** Of the first level of a style. */
function levelLook(styles: HtmlTag): TextLook {
  const level = firstNamed(styles, 'lvl1pPr');
  if (!level) return {};
  const look: TextLook = {};
  keep(look, 'align', ALIGNED[level.attribs['algn'] ?? '']);
  for (const { name, attribs } of elementsOf(level)) {
    if (name === 'defRPr' && Number(attribs['sz']) > 0) look.size = Number(attribs['sz']) / 100;
    else if (BULLETS.has(name)) look.isList = true;
    else if (name === 'buNone') look.isList = false;
  }
  return look;
}

function keep<Key extends keyof TextLook>(look: TextLook, key: Key, value: TextLook[Key] | undefined): void {
  if (value !== undefined) look[key] ??= value;
}

function rectangle(transform: HtmlTag, offset: string, extent: string): Box | undefined {
  const [at, size] = [firstNamed(transform, offset)?.attribs, firstNamed(transform, extent)?.attribs];
  const [x, y, width, height] = [at?.['x'], at?.['y'], size?.['cx'], size?.['cy']].map(
    (units) => Number(units) / UNITS,
  ) as [number, number, number, number];
  return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : undefined;
}

function targetOf(relations: ReadonlyMap<string, Relation>, type: string): string | undefined {
  return [...relations.values()].find((one) => one.type === type)?.target;
}

function parentOf(element: HtmlElement): HtmlElement | null {
  return 'attribs' in element ? (element.parent as HtmlElement | null) : null;
}

function isNamed(node: HtmlElement['children'][number], name: string): boolean {
  return isTag(node) && node.name === name;
}
