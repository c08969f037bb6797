// The types of the assistant's texts.
import type { NoticeCode } from '../../core/conversation.ts';
import type { ModelChoice, SiteGreetings } from '../site-chat.ts';

export interface ChatTexts {
  askPlaceholder: string;
  askButton: string;
  stop: string;
  newChat: string;
  back: string;
  toSearch: string;
  greeting: string;
  youAsked: string;
  answer: string;
  /** `{model}` */
  asking: string;
  complete: string;
  stopped: string;
  budget: string;
  answerFailed: string;
  toEnd: string;
  copy: string;
  copied: string;
  copyCode: string;
  /** Above an answer that could not be formatted. */
  plainText: string;
  again: string;
  good: string;
  bad: string;
  thanks: string;
  comment: string;
  send: string;
  sources: string;
  /** `{number}` and `{title}` */
  source: string;
  /** `{number}`: a citation of something the model never received. */
  unverified: string;
  notWritten: string;
  /** Nothing on the site answers. */
  noAnswer: string;
  /** `{words}`, quoted */
  missing: string;
  /** The question is in another language than the pages: `{languages}` */
  otherLanguage: string;
  /** `{text}` */
  quoted: string;
  /** `{question}` */
  askInstead: string;
  /** `{question}` as completed from the previous ones */
  readAs: string;
  showMore: string;
  alsoSee: string;
  /** Above the closest pages when nothing answers. */
  closest: string;
  greetings: Readonly<SiteGreetings>;
  connect: string;
  check: string;
  notices: Readonly<Partial<Record<NoticeCode, string>>>;
  tools: string;
  toolStates: Readonly<Record<ToolState, string>>;
  /** `{tool}` */
  toolWaits: string;
  args: string;
  log: string;
  result: string;
  error: string;
  /** `{tool}`, and below it `{host}` and `{path}` */
  wantsRun: string;
  /** `by` is a tool of the site. */
  wantsCall: string;
  wantsSend: string;
  wantsWrite: string;
  wantsDelete: string;
  /** `{hosts}` */
  reaches: string;
  reachesNone: string;
  runsOnPage: string;
  sendAdvice: string;
  address: string;
  headers: string;
  body: string;
  fileText: string;
  empty: string;
  /** `{count}` hidden characters. */
  showRest: string;
  deny: string;
  allowOnce: string;
  allowChat: string;
  chatHint: string;
  noTools: string;
  fromSite: string;
  fromPage: string;
  toolsOff: string;
  model: string;
  modelNames: Readonly<Record<ModelChoice['kind'], string>>;
  /** `{host}` is where a question is sent. */
  modelHints: Readonly<Record<ModelChoice['kind'], string>>;
  /** Where this question is sent, in short; `{host}`. */
  goes: Readonly<Record<ModelChoice['kind'], string>>;
  download: string;
  baseUrl: string;
  modelName: string;
  key: string;
  keyHint: string;
  keep: string;
  keepHint: string;
  test: string;
  testing: string;
  works: string;
  use: string;
}

/** State on a tool's card; `cut`: the answer ended first. */
export type ToolState = 'writing' | 'waiting' | 'running' | 'done' | 'failed' | 'denied' | 'stopped' | 'cut';
