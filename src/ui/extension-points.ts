// The interface's extension points for features.
import type { Component } from 'svelte';
import type { App } from '../apps/web/app.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { Collection } from '../core/collection.ts';
import type { Chart } from '../core/chart.ts';
import type { Message, ToolPart } from '../core/conversation.ts';
import type { StoredDocument } from '../core/document.ts';
import type { FolderStore } from '../core/ports/grants.ts';
import type { OriginalFile } from '../core/original.ts';
import type { SavedPrompt } from '../core/saved-prompt.ts';
import type { Tool } from '../core/tool.ts';
import type { ToolPage } from '../core/tool-page.ts';
import type { ComposerState } from './chat/composer/composer-state.svelte.ts';
import type { ConversationView } from './chat/conversation-view.svelte.ts';
import type { EditorState } from './studio/editor-state.svelte.ts';

declare module '../core/extensions.ts' {
  interface ExtensionPoints {
    toolView: ToolView;
    webPart: WebPart;
    newTool: NewTool;
    toolSource: ToolSource;
    chatImport: ChatImport;
    settingsSection: SettingsSection;
    promptSource: PromptSource;
    appStart: AppStart;
    connectView: ConnectView;
    documentView: DocumentView;
    textPart: TextPart;
    chartView: ChartView;
    resultPage: ResultPage;
    attachItem: AttachItem;
    answerAction: AnswerAction;
    answerChoice: AnswerChoice;
    chatStatus: ChatStatus;
    scriptFolder: ScriptFolder;
    callView: CallView;
    libraryPack: LibraryPackOffer;
    sharedFile: SharedFileOffer;
    fileStorage: FileStorage;
  }
}

export interface ToolViewProps {
  bench: EditorState;
  /** Name of the tool. */
  own: string;
  /** Runs the tool like the run pane's button, and shows that pane. */
  onrun: () => void;
}

/** A view of a tool's files next to its code, as a tab of its page. */
export interface ToolView {
  id: string;
  label: string;
  /** Side of the code tab on which it is placed. */
  side: 'left' | 'right';
  /** Without padding and scroll bars: the view has its own. */
  isWhole?: boolean;
  /** The left pane starts collapsed unless the window is wide. */
  needsWidth?: boolean;
  /** The default view for tools it fits. */
  leads?: boolean;
  /** It shows itself why saving failed. Otherwise the code is shown then. */
  showsProblems?: boolean;
  fits(tool: Tool): boolean;
  load(): Promise<{ default: Component<ToolViewProps> }>;
}

/** A kind of new tool. */
export interface NewTool {
  label: string;
  hint: string;
  /** The view its page opens with. */
  view: string;
  make(name: string): Promise<{ source: string; files: Record<string, string> }>;
}

/** A further place to install tools from, in the studio's Import menu. */
export interface ToolSource {
  label: string;
  hint: string;
  /** A dialog. */
  load(): Promise<{ default: Component<{ onclose: () => void }> }>;
}

/** Imports chats from another app's export. */
export interface ChatImport {
  hint: string;
  /** As in a file field's `accept`. */
  accept: string;
  /** @param onProgress receives a line about the progress @returns what was imported and what was not, in sentences */
  take(file: File, conversations: App['conversations'], onProgress: (note: string) => void): Promise<string>;
  /** Returns what is in the file. Nothing is stored. @throws Failure */
  look(file: File): Promise<readonly ShownChat[]>;
}

/** A chat in a file, as previewed before it is added. */
export interface ShownChat {
  title: string;
  messages: readonly {
    role: 'user' | 'assistant';
    text: string;
    /** Other parts, as JSON. */
    more?: string;
  }[];
}

/** Models connected in this browser, for the model screen. */
export interface ConnectView {
  load(): Promise<{ default: Component }>;
}

export interface DocumentViewProps {
  document: StoredDocument;
  passage: number | undefined;
  original?: OriginalFile<Blob> | undefined;
}

/** A view of a document besides its text; the first one that fits is the default. */
export interface DocumentView {
  id: string;
  label: string;
  /** @param original its original file, if stored */
  fits(document: StoredDocument, original: OriginalFile<Blob> | undefined): boolean;
  isAfterOthers?: boolean;
  load(): Promise<{ default: Component<DocumentViewProps> }>;
}

/** Renders parts of a text specially: code colours, formulas, diagrams. Loads when such a part appears. */
export interface TextPart {
  /** Selects the parts, among those that `components/markdown.ts` distinguishes. */
  selector: string;
  /** @returns a function that renders them, once they are on the page. */
  load(): Promise<(place: HTMLElement) => void>;
}

/** Shows rows as a chart. */
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

/** Shows a result with the page that was saved for its tool. */
export interface ResultPage {
  load(): Promise<{ default: Component<{ page: ToolPage; result: Json }> }>;
}

export interface PromptFillProps {
  prompt: SavedPrompt;
  /** The text typed after its name: the value of its first field. */
  rest: string;
  onask: (text: string) => void;
  /** Called with the text to insert into the message field. */
  oninsert: (text: string) => void;
  onclose: () => void;
}

/** The user's saved prompts, for the message field. */
export interface PromptSource {
  list(app: App): Promise<readonly SavedPrompt[]>;
  /** Loads the form for their fields. */
  load(): Promise<{ default: Component<PromptFillProps> }>;
}

/** A further way to fill the composer, in its menu. */
export interface AttachItem {
  label: string;
  hint: string;
  /** @param view the conversation shown, also after it changed; never rejects */
  run(composer: ComposerState, view: () => ConversationView, app: App): Promise<void>;
}

/** What a feature shows of a chat, below the message field. */
export interface ChatStatus {
  load(): Promise<{ default: Component<{ view: ConversationView }> }>;
}

/** Gives the scripts of a chat another folder than the one in memory. */
export interface ScriptFolder {
  /** @returns undefined when the chat has none */
  of(app: App, conversation: string): Promise<FolderStore | undefined>;
}

/** A button below a finished answer. */
export interface AnswerAction {
  load(): Promise<{ default: Component<{ message: Message }> }>;
}

/** An entry in the menu of a finished answer to a question. */
export interface AnswerChoice {
  label: string;
  hint: string;
  run(message: Message, view: ConversationView): Promise<void>;
}

/** A part of the settings of the web. */
export interface WebPart {
  load(): Promise<{ default: Component }>;
}

export interface CallViewProps {
  part: ToolPart;
  tool: Tool;
  conversation: string;
  /** The call was made here and now; otherwise it is a record, and nothing starts without a click. */
  ranHere: boolean;
}

/** Shows a call and its result in the answer, below its card. */
export interface CallView {
  fits(tool: Tool): boolean;
  load(): Promise<{ default: Component<CallViewProps> }>;
}

export interface SharedPart {
  collection?: Collection | undefined;
  /** Ids of chosen documents; absent: those of the collection, or all. */
  ids?: readonly string[] | undefined;
}

/** Documents, tools and a profile in one file, to share. */
export interface LibraryPackOffer {
  /** The dialog that makes the file. The same promise each time. */
  share: () => Promise<{ default: Component<SharedPart & { onclose: () => void }> }>;
  /** The dialog that shows a file's contents before anything is added. The same promise each time. */
  open: () => Promise<{ default: Component<{ file: File; onclose: () => void }> }>;
}

/** Files behind a link: encrypted, at an address of the person's choice. */
export interface SharedFileOffer {
  /** The dialog that makes the link. The same promise each time. */
  share: () => Promise<{
    default: Component<{ file: { name: string; bytes: Uint8Array<ArrayBuffer> }; onclose: () => void }>;
  }>;
  /** The dialog that opens one. @see linkOf for the code. The same promise each time. */
  open: () => Promise<{ default: Component<{ code: string; onclose: () => void }> }>;
}

/** The person's own storage, which accepts files. */
export interface FileStorage {
  /** Its display name; undefined if it has none. */
  name(app: App): Promise<string | undefined>;
  /** @returns the address of the file @throws Failure that says what to do */
  put(app: App, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string>;
}

/** Work that begins by itself, seconds after the first screen is up. A rejection is ignored. */
export type AppStart = (app: App) => Promise<void>;

export interface SettingsSection {
  /** Its address: `#/settings/ID`. */
  id: string;
  label: string;
  /** Labels of its settings, for the search. */
  settings: readonly string[];
  /** Id of the app's own section that it follows, in the same group. */
  after: 'models' | 'chats' | 'profiles' | 'search' | 'servers' | 'storage';
  load: () => Promise<{ default: Component }>;
}
