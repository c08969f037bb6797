// For tests: the document that Blockly needs outside a browser, as a function definition describes its arguments to
// callers in XML.
import { utils } from 'blockly/core';

const element = (): object => ({ setAttribute: () => undefined, appendChild: () => undefined });
utils.xml.injectDependencies({
  document: { createElementNS: element } as unknown as Document,
  DOMParser: class {} as unknown as typeof DOMParser,
  XMLSerializer: class {
    serializeToString = () => '';
  } as unknown as typeof XMLSerializer,
});
