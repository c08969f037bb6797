// Help about the code: under the pointer, or with F1 at the cursor, which is also announced.
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { helpAt } from '../../../lua-language/help.ts';
import type { Surroundings } from '../../../lua-language/surroundings.ts';

type Help = NonNullable<ReturnType<typeof helpAt>>;

const setHelp = StateEffect.define<Tooltip | null>();

/** The help shown by F1; closed by the next edit or move. */
const shownHelp = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setHelp)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

export function luaHelp(around: () => Surroundings): Extension {
  const helpIn = (view: EditorView, at: number): Help | undefined =>
    helpAt(view.state.doc.toString(), at, around());
  return [
    shownHelp,
    hoverTooltip((view, at) => {
      const help = helpIn(view, at);
      return help ? tooltipOf(help) : null;
    }),
    keymap.of([
      {
        key: 'F1',
        preventDefault: true,
        run(view) {
          const help = helpIn(view, view.state.selection.main.head);
          view.dispatch({
            effects: [
              setHelp.of(help ? tooltipOf(help) : null),
              EditorView.announce.of(help ? spoken(help) : 'No help for this.'),
            ],
          });
          return true;
        },
      },
      {
        key: 'Escape',
        run(view) {
          if (!view.state.field(shownHelp)) return false;
          view.dispatch({ effects: setHelp.of(null) });
          return true;
        },
      },
    ]),
  ];
}

function tooltipOf(help: Help): Tooltip {
  return { pos: help.from, end: help.to, above: true, create: () => ({ dom: dom(help) }) };
}

function dom({ signature, help, fields = [] }: Help): HTMLElement {
  const box = element('div', 'cm-help');
  box.append(element('code', 'cm-help-signature', signature), element('p', '', help));
  if (fields.length > 0) {
    const list = element('dl', '');
    for (const field of fields) {
      const name = element('dt', '', field.name);
      name.append(' ', element('span', 'cm-help-type', field.type));
      list.append(name, element('dd', '', field.help));
    }
    box.append(list);
  }
  return box;
}

function element(tag: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function spoken({ signature, help, fields = [] }: Help): string {
  return [
    `${signature}: ${help}`,
    ...fields.map(({ name, type, help: about }) => `${name}, ${type}: ${about}`),
  ].join('. ');
}
