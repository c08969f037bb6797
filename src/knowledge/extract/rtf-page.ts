// Builds a page from a rich text file: HTML with paragraphs, headings, nested lists and tables, each closed in its
// place.

/** Maximum levels of a list. */
const DEEPEST_LIST = 9;
const NUMBERED = /^\W?\s*(?:\d+|[a-z]|[ivxlc]+)[.)]/i;

export class RtfPage {
  readonly #blocks: string[] = [];
  /** The current paragraph. */
  #inline = '';
  #level: number | undefined;
  #marker: string | undefined;
  #listLevel = 0;
  #isListed = false;
  #inTable = false;
  /** Cells of the current row, and the completed part of the current cell. */
  #cells: string[] = [];
  #cell: string[] = [];
  #isTableOpen = false;
  /** Open lists, outermost first. */
  readonly #lists: ('ul' | 'ol')[] = [];
  /** The open link, which ends with the group around it. */
  #link: { depth: number } | undefined;

  text(text: string, bold: boolean, italic: boolean): void {
    const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    const inner = italic ? `<i>${escaped}</i>` : escaped;
    this.#inline += bold ? `<b>${inner}</b>` : inner;
  }

  marker(text: string): void {
    this.#marker = (this.#marker ?? '') + text;
  }

  /** Sets the level of a heading, from 1; undefined for other text. */
  level(level: number | undefined): void {
    this.#level = level !== undefined && level >= 1 && level <= 6 ? level : undefined;
  }

  link(target: string | undefined, depth: number): void {
    if (target === undefined || this.#link) return;
    this.#inline += `<a href="${target.replace(/&/g, '&amp;').replace(/"/g, '%22')}">`;
    this.#link = { depth };
  }

  /** Ends a group; `depth` groups enclose what follows. */
  leave(depth: number): void {
    if (this.#link && depth < this.#link.depth) this.#endLink();
  }

  word(name: string, value: number | undefined): void {
    switch (name) {
      case 'par':
      case 'sect':
      case 'page':
        return this.#endParagraph();
      case 'line':
        this.#inline += '<br>';
        return;
      case 'pard':
        this.#level = undefined;
        this.#inTable = false;
        this.#isListed = false;
        this.#listLevel = 0;
        return;
      case 'intbl':
        this.#inTable = true;
        return;
      case 'ls':
        this.#isListed = (value ?? 0) > 0;
        return;
      case 'ilvl':
        this.#listLevel = Math.min(DEEPEST_LIST, Math.max(0, value ?? 0));
        return;
      case 'cell':
        return this.#endCell();
      case 'nestcell':
        this.#inline += ' ';
        return;
      case 'nestrow':
        this.#inline += '<br>';
        return;
      case 'row':
        return this.#endRow();
    }
  }

  end(): string {
    this.#endParagraph();
    if (this.#cell.length > 0 || this.#cells.length > 0) this.#endRow();
    this.#closeTable();
    this.#closeLists(0);
    return this.#blocks.join('\n');
  }

  #endLink(): void {
    if (this.#link) this.#inline += '</a>';
    this.#link = undefined;
  }

  /** @returns the text of the current paragraph, which is then empty */
  #taken(): string {
    this.#endLink();
    // Merges adjacent marks, because programs begin a new run at every word.
    const text = this.#inline.replace(/<\/i><\/b><b><i>|<\/b><b>|<\/i><i>/g, '').trim();
    this.#inline = '';
    return text;
  }

  #endParagraph(): void {
    const text = this.#taken();
    const marker = this.#marker?.trim();
    this.#marker = undefined;
    if (this.#inTable) {
      if (text !== '') this.#cell.push(text);
      return;
    }
    // A table ends at the paragraph after it, empty or not.
    this.#closeTable();
    if (text === '') return;
    if (this.#level !== undefined) {
      this.#closeLists(0);
      const bare = text.replace(/<\/?[bi]>/g, '');
      const number = marker ? `${marker} ` : '';
      this.#blocks.push(`<h${this.#level}>${number}${bare}</h${this.#level}>`);
    } else if (marker !== undefined || this.#isListed) this.#item(text, marker ?? '');
    else {
      this.#closeLists(0);
      this.#blocks.push(`<p>${text}</p>`);
    }
  }

  #item(text: string, marker: string): void {
    const kind = NUMBERED.test(marker) ? 'ol' : 'ul';
    const depth = this.#listLevel + 1;
    this.#closeLists(depth);
    if (this.#lists.length === depth && this.#lists.at(-1) !== kind) this.#closeLists(depth - 1);
    while (this.#lists.length < depth) {
      this.#lists.push(kind);
      this.#blocks.push(`<${kind}>`);
    }
    this.#blocks.push(`<li>${text}`);
  }

  #closeLists(depth: number): void {
    while (this.#lists.length > depth) this.#blocks.push(`</${this.#lists.pop()}>`);
  }

  #endCell(): void {
    this.#inTable = true;
    this.#endParagraph();
    this.#cells.push(this.#cell.join('<br>'));
    this.#cell = [];
  }

  #endRow(): void {
    if (this.#cell.length > 0) this.#endCell();
    if (this.#cells.length === 0) return;
    if (!this.#isTableOpen) {
      this.#closeLists(0);
      this.#blocks.push('<table>');
      this.#isTableOpen = true;
    }
    this.#blocks.push(`<tr>${this.#cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
    this.#cells = [];
    this.#inTable = false;
  }

  #closeTable(): void {
    if (this.#cell.length > 0 || this.#cells.length > 0) this.#endRow();
    if (this.#isTableOpen) this.#blocks.push('</table>');
    this.#isTableOpen = false;
  }
}
