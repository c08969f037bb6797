// The places of the interface that features fill.
import type { Component } from 'svelte';
import type { App } from '../apps/web/app.ts';
import type { JsonObject } from '../base/json.ts';
import type { Chart } from '../core/chart.ts';
import type { StoredDocument } from '../core/document.ts';
import type { OriginalFile } from '../core/original.ts';
import type { Tool } from '../core/tool.ts';
import type { EditorState } from './studio/editor-state.svelte.ts';

declare module '../core/extensions.ts' {
  interface ExtensionPoints {
    toolView: ToolView;
    newTool: NewTool;
    chatImport: ChatImport;
    settingsSection: SettingsSection;
    connectView: ConnectView;
    documentView: DocumentView;
    textPart: TextPart;
    chartView: ChartView;
  }
}

export interface ToolViewProps {
  bench: EditorState;
  /** The name of the tool. */
  own: string;
  /** Runs the tool as the button of the pane for runs does, and shows that pane. */
  onrun: () => void;
}

/** A view of a tool's files beside its code, as a tab of its page. */
export interface ToolView {
  id: string;
  label: string;
  /** Which side of the tab of the code it is on. */
  side: 'left' | 'right';
  /** Without padding and scroll bars: the view has its own. */
  isWhole?: boolean;
  /** The pane on the left begins folded where the window is not wide. */
  needsWidth?: boolean;
  /** What a tool that it fits is opened with. */
  leads?: boolean;
  /** It says itself why the tool could not be saved. Otherwise the code is shown then. */
  showsProblems?: boolean;
  fits(tool: Tool): boolean;
  /** The same promise each time: a view is not made anew while it is shown. */
  load(): Promise<{ default: Component<ToolViewProps> }>;
}

/** A kind of tool that can be begun with. */
export interface NewTool {
  label: string;
  hint: string;
  /** The view that its page opens with. */
  view: string;
  make(name: string): Promise<{ source: string; files: Record<string, string> }>;
}

/** Chats out of a file that another program has exported. */
export interface ChatImport {
  hint: string;
  /** As in `accept` of a field for files. */
  accept: string;
  /** @param onProgress a line on how far it is @returns what came, and what did not, in sentences */
  take(file: File, conversations: App['conversations'], onProgress: (note: string) => void): Promise<string>;
}

/** Models that are connected in this browser, on the screen where a model is. */
export interface ConnectView {
  load(): Promise<{ default: Component }>;
}

export interface DocumentViewProps {
  document: StoredDocument;
  passage: number | undefined;
  original?: OriginalFile<Blob> | undefined;
}

/** A way to see a document beside its text; it leads where it fits. */
export interface DocumentView {
  id: string;
  label: string;
  /** @param original the file that it was made of, where one is kept */
  fits(document: StoredDocument, original: OriginalFile<Blob> | undefined): boolean;
  /** The same promise each time. */
  load(): Promise<{ default: Component<DocumentViewProps> }>;
}

/** Makes more than words of parts of a text: colours of code, formulas, diagrams. It loads when such a part appears. */
export interface TextPart {
  /** Of the parts, among those that `components/markdown.ts` tells apart. */
  selector: string;
  /** @returns what makes them, once they are on the page. */
  load(): Promise<(place: HTMLElement) => void>;
}

/** Rows as a chart. */
export interface ChartView {
  load(): Promise<{
    default: Component<{
      columns: readonly string[];
      rows: readonly JsonObject[];
      asked?: Partial<Chart> | undefined;
      title?: string | undefined;
    }>;
  }>;
}

export interface SettingsSection {
  /** Its address: `#/settings/ID`. */
  id: string;
  label: string;
  /** What can be set in it, for the search. */
  settings: readonly string[];
  /** The section that it comes after, by its id. */
  after: 'models' | 'search';
  load: () => Promise<{ default: Component }>;
}
