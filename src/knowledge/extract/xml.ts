// XML of Office files, EPUB and OpenDocument: a tree of limited size with names without prefixes, and a stream of
// tags for large sheets.
//
// - A document type with declarations is rejected: these formats have none, and recursive entities grow without end.
// - Undeclared entities stay unchanged; nothing outside the file is ever read.
import { DomHandler, Parser } from 'htmlparser2';
import { Refusal } from './extracted.ts';
import type { HtmlElement, HtmlTag } from './html-nodes.ts';
import { elementsOf } from './html-nodes.ts';
import { checkCount, LIMITS } from './limits.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface TagReader {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** @throws Refusal for XML that declares entities, is nested too deep, or has too many elements */
export function parseXml(xml: string): HtmlElement {
  const handler = new LocalNames();
  readWith(xml, handler);
  return handler.root;
}

/** Reads XML without storing it. Names have no prefixes. */
export function readTags(xml: string, reader: TagReader): void {
  let depth = 0;
  readWith(xml, {
    onopentag(name: string, attributes: Attributes): void {
      checkDepth(++depth);
      reader.open(local(name), attributes);
    },
    onclosetag(name: string): void {
      depth--;
      reader.close?.(local(name));
    },
    ontext(text: string): void {
      reader.text?.(text);
    },
    onprocessinginstruction: refuseDeclarations,
  });
}

/** @throws Refusal, before a library builds its own tree; also from `open` */
export function checkXml(xml: string, open: TagReader['open'] = () => undefined): void {
  let elements = 0;
  readTags(xml, {
    open: (name, attributes) => {
      checkElements(++elements);
      open(name, attributes);
    },
  });
}

function readWith(xml: string, handler: ConstructorParameters<typeof Parser>[0]): void {
  new Parser(handler, { xmlMode: true, decodeEntities: true }).end(xml);
}

class LocalNames extends DomHandler {
  #depth = 0;
  #elements = 0;

  constructor() {
    super(undefined, { xmlMode: true });
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    checkDepth(++this.#depth);
    checkElements(++this.#elements);
    super.onopentag(local(name), attributes);
  }

  override onclosetag(): void {
    this.#depth--;
    super.onclosetag();
  }

  /** Text in a CDATA section is text like any other. */
  override oncdatastart(): void {}

  override oncdataend(): void {}

  override onprocessinginstruction(name: string, data: string): void {
    refuseDeclarations(name, data);
  }
}

function checkDepth(depth: number): void {
  if (depth > LIMITS.depth) throw new Refusal('the file is damaged: its elements are nested too deeply');
}

function checkElements(count: number): void {
  if (count > LIMITS.elements) checkCount('elements', count, LIMITS.elements);
}

function refuseDeclarations(name: string, data: string): void {
  if (/^!(?:doctype|entity)/i.test(name) && /\[|<!|^!entity/i.test(data)) {
    throw new Refusal('the file declares entities, which only hostile files do');
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns an attribute by its name without prefix: `id` of `r:id`, unless there is a plain one. */
export function attributeOf({ attribs }: HtmlTag, name: string): string | undefined {
  return attribs[name] ?? prefixed(attribs, name);
}

/** Returns only one with a prefix: `r:id` beside `id`. */
export function prefixed(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

/** Yields all elements with a name, or all (`*`), below `root`, in order. */
export function* named(root: HtmlElement, name: string): Generator<HtmlTag> {
  for (const element of elementsOf(root)) if (name === '*' || element.name === name) yield element;
}

export function firstNamed(root: HtmlElement, name: string): HtmlTag | undefined {
  return named(root, name).next().value ?? undefined;
}
