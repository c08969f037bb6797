// Types for the parts of the browser's extension API that Perilune uses.

export interface Listeners<Listener extends (...given: never[]) => unknown> {
  addListener(listener: Listener): void;
  removeListener(listener: Listener): void;
}

/** Who opened a port. The browser fills it in; a web page can't. */
export interface Sender {
  id?: string;
  origin?: string;
  url?: string;
  frameId?: number;
  tab?: Tab;
}

export interface Port {
  name: string;
  sender?: Sender;
  postMessage(message: unknown): void;
  disconnect(): void;
  onMessage: Listeners<(message: unknown) => void>;
  onDisconnect: Listeners<() => void>;
}

export interface Tab {
  id?: number;
  windowId: number;
  /** Present only for tabs whose page the extension may read. */
  url?: string;
  title?: string;
}

interface Origins {
  origins: string[];
}

interface Area {
  get(names: string | string[]): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
  remove(names: string | string[]): Promise<void>;
}

export interface SeenRequest {
  url: string;
  tabId: number;
  ip?: string;
  statusCode: number;
  redirectUrl?: string;
}

interface WebRequestEvent {
  addListener(listener: (seen: SeenRequest) => void, filter: { urls: string[] }): void;
}

interface Chrome {
  runtime: {
    id: string;
    getManifest(): { version: string };
    getURL(path: string): string;
    connect(options: { name: string }): Port;
    onConnect: Listeners<(port: Port) => void>;
    onInstalled: Listeners<() => void>;
  };
  storage: {
    local: Area;
    session: Area;
    onChanged: Listeners<(changes: Record<string, { newValue?: unknown }>, area: string) => void>;
  };
  permissions: {
    getAll(): Promise<Partial<Origins>>;
    contains(wanted: Origins): Promise<boolean>;
    request(wanted: Origins): Promise<boolean>;
    remove(gone: Origins): Promise<boolean>;
    onAdded: Listeners<() => void>;
    onRemoved: Listeners<() => void>;
  };
  scripting: {
    executeScript<Result>(injection: {
      target: { tabId: number };
      func?: () => Result;
      files?: string[];
    }): Promise<{ result?: Result }[]>;
    registerContentScripts(scripts: object[]): Promise<void>;
    unregisterContentScripts(filter?: { ids: string[] }): Promise<void>;
    getRegisteredContentScripts(): Promise<{ id: string; matches?: string[] }[]>;
  };
  tabs: {
    query(filter: object): Promise<Tab[]>;
    create(options: { url: string; active?: boolean }): Promise<Tab>;
    update(id: number, change: { active?: boolean; url?: string }): Promise<Tab>;
    onActivated: Listeners<() => void>;
    onUpdated: Listeners<(id: number, change: { status?: string; url?: string }) => void>;
  };
  windows: { update(id: number, change: { focused: boolean }): Promise<unknown> };
  action: {
    onClicked: Listeners<(tab: Tab) => void>;
    setBadgeText(badge: { text: string }): Promise<void>;
  };
  contextMenus: {
    create(item: { id: string; title: string; contexts: string[] }): void;
    removeAll(): Promise<void>;
    onClicked: Listeners<(item: { menuItemId: string }, tab?: Tab) => void>;
  };
  sidePanel?: { open(options: { windowId: number }): Promise<void> };
  webRequest: { onBeforeRedirect: WebRequestEvent; onResponseStarted: WebRequestEvent };
  declarativeNetRequest: {
    updateSessionRules(change: { removeRuleIds: number[]; addRules: object[] }): Promise<void>;
  };
}

export const chrome = (globalThis as unknown as { chrome: Chrome }).chrome;
