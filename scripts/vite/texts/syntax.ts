// The part of a syntax tree (ESTree) needed to find texts.
export interface Node {
  type: string;
  start: number;
  end: number;
  value?: unknown;
  [field: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}
