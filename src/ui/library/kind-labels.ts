// Display names of file types. Pure.

const NAMES: Readonly<Record<string, string>> = {
  ...{ pdf: 'PDF', docx: 'Word', pptx: 'PowerPoint', xlsx: 'Excel', epub: 'EPUB', rtf: 'RTF' },
  ...{ odt: 'OpenDocument text', ods: 'OpenDocument sheet', odp: 'OpenDocument slides' },
  ...{
    markdown: 'Markdown',
    text: 'Text',
    html: 'HTML',
    xhtml: 'XHTML',
    mail: 'E-mail',
    picture: 'Picture',
    code: 'Code',
  },
  ...{ adoc: 'AsciiDoc', asciidoc: 'AsciiDoc', rst: 'reStructuredText', org: 'Org', tex: 'LaTeX' },
  ...{ ipynb: 'Notebook', jsonl: 'JSON lines', yml: 'YAML', lua: 'Lua', py: 'Python', rb: 'Ruby' },
  ...{ js: 'JavaScript', ts: 'TypeScript', rs: 'Rust', go: 'Go', java: 'Java', kt: 'Kotlin', swift: 'Swift' },
  ...{ sh: 'Shell', svelte: 'Svelte', c: 'C', h: 'C header', cpp: 'C++', cs: 'C#' },
};

/** `PDF`, `Word`, `Markdown`; for other files, the extension in capitals. */
export function kindLabel(kind: string): string {
  return Object.hasOwn(NAMES, kind) ? NAMES[kind]! : kind.toUpperCase();
}
