// Completion in the code: the language layer finds candidates; this shows them, and inserts calls as snippets.
import {
  acceptCompletion,
  autocompletion,
  completionKeymap,
  snippetCompletion,
  type Completion as Option,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { Prec, type Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { completionsAt, type Completion } from '../../../lua-language/complete.ts';
import type { Surroundings } from '../../../lua-language/surroundings.ts';

/** The icon of an option: one letter in its own colour. */
const TYPES: Record<Completion['kind'], string> = {
  function: 'function',
  value: 'constant',
  table: 'namespace',
  keyword: 'keyword',
  local: 'variable',
  field: 'property',
  tool: 'interface',
  module: 'class',
  parameter: 'variable',
};

export function luaCompletion(around: () => Surroundings): Extension {
  const source: CompletionSource = (context) => {
    const found = completionsAt(context.state.doc.toString(), context.pos, around());
    // Without a word or dot before the cursor, completion needs an explicit request.
    const typed =
      found &&
      (found.from < context.pos || /[.:"']/.test(context.state.sliceDoc(context.pos - 1, context.pos)));
    if (!found || (!context.explicit && !typed)) return null;
    return { from: found.from, options: found.items.map(optionOf), validFor: /^\w*$/ };
  };
  return [
    autocompletion({ override: [source], icons: false }),
    Prec.high(keymap.of([...completionKeymap, { key: 'Tab', run: acceptCompletion }])),
  ];
}

function optionOf({ label, kind, detail, help, insert }: Completion): Option {
  const option: Option = {
    label,
    type: TYPES[kind],
    ...(detail !== undefined && { detail }),
    ...(help !== undefined && { info: help }),
  };
  return insert === undefined ? option : snippetCompletion(insert, option);
}
