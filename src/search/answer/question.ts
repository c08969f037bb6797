// Analyses a question: the kind of answer it asks for, its parts, and which words are its topic.
import { type Expected, expectedOf } from './expected.ts';
import { withoutSlips } from './question-slips.ts';
import { FOREIGN_FRAME, FOREIGN_STARTS, QUESTION_WORDS } from './question-words.ts';

/** The kind of answer that the question asks for. `keywords`: not a question. */
export type Intent =
  | 'how'
  | 'when'
  | 'number'
  | 'definition'
  | 'allowed'
  | 'why'
  | 'compare'
  | 'who'
  | 'where'
  | 'which'
  | 'list'
  | 'keywords';

export interface ParsedQuestion {
  /** The normalised question: on one line, limited in length. */
  text: string;
  intent: Intent;
  /** The value that it asks for, if more specific than the intent. */
  expected?: Expected | undefined;
  /** It asks for an overview of a document. */
  isOverview: boolean;
  /** It asks for a command or for code. */
  wantsCode: boolean;
}

/** Whole pages may be pasted; their question is at the beginning or end. */
const LONGEST = 1_000;

const INTENTS: readonly (readonly [RegExp, Intent])[] = [
  [/^what (?:do|should|must|can|shall) (?:i|we|you|one) do\b/i, 'how'],
  [/^what happens\b/i, 'which'],
  ...QUESTION_WORDS,
  // It asks how to compare, not for the difference.
  [/^how (?:do|can|could|should|would) (?:i|we|you|one) compare\b|^how to compare\b/i, 'how'],
  [/\b(?:differences?|differs?|versus|vs\.?|compared?|comparison)\b|\bbetter\b.*\bor\b/i, 'compare'],
  [
    /\bhow (?:many|much|long|often|old|big|large|far|fast|high|heavy|late|soon|few|deep|hot|warm|cold|tall|wide|thick|loud|strong|small|short|young|quickly)\b/i,
    'number',
  ],
  [
    /\b(?:what(?:'s| is| are| was)?|which) (?:the |my |our )?(?:\w+ )?(?:number|amount|price|cost|fee|rate|limit|maximum|minimum|size|total|percentage|salary|budget|deadline|date|rent|deposit|default port|port|period|duration|length|weight|discount|penalty|interest|extension|telephone|phone)\b|^(?:\w+ )?(?:notice period|price|cost|weight|duration|phone number|total) (?:of|for)\b/i,
    'number',
  ],
  [
    /\b(?:when|what (?:time|date|day|year|month)|since when|until when|which (?:year|day|month|date))\b/i,
    'when',
  ],
  [/\bwhy\b|\bwhat (?:is|are) the reasons?\b|\bhow come\b/i, 'why'],
  [/\b(?:who|whom|whose)\b/i, 'who'],
  [/\bwhere\b|\bin which (?:folder|directory|file|place|city|country)\b/i, 'where'],
  [
    /\bhow (?:do|does|can|could|should|would|to|is|are|did|must|may|will|might)\b|\bsteps? (?:to|for)\b|\bway to\b|^how\b/i,
    'how',
  ],
  [/^what(?:'s| is| are) the default\b/i, 'which'],
  [
    /^(?:which|what) (?!is\b|are\b|do\b|does\b|was\b).*\b(?:are there|exist|are (?:available|supported|possible|allowed)|can (?:i|we|you|one) (?:use|choose|pick))\b/i,
    'list',
  ],
  // It asks for a rule, not for the meaning of a word.
  [
    /^(?:what(?:'?s| is| are) )?(?:the |my |our )?(?:[\w-]+ ){1,3}(?:policy|policies|rules?|conditions|process|procedure|requirements|guidelines|regulations|terms)\s*\??$/i,
    'which',
  ],
  [
    /^(?:what(?:'s| is| are| does| do| was| were)|define|explain|meaning of|definition of)\b.*|\bwhat does .* mean\b|\bstands? for\b/i,
    'definition',
  ],
  [
    /^(?:can|could|may|must|should|is|are|am|do|does|did|will|would|has|have|was|were)\b|\b(?:allowed|permitted|possible|required|mandatory|obliged)\b/i,
    'allowed',
  ],
  [/\b(?:list|name|enumerate) (?:all|the|of|every)\b|\bwhat (?:kinds?|types?|options?) of\b/i, 'list'],
  [/\b(?:which|what)\b/i, 'which'],
];

const CODE =
  /\b(?:command|code|example|snippet|syntax|query|function|call|flag|option|script|statement|import)\b/i;

const OVERVIEW =
  /^(?:so )?what(?:'s| is| are)\b.*\babout\s*\??$|^(?:please )?tell me about\b|\b(?:summary|summari[sz]e|overview|outline of|gist|main points?|key points?|main ideas?)\b|(?<!\p{L})(?:worum geht es|zusammenfassung|fasse? .* zusammen|überblick|de quoi (?:parle|s['’]agit)|résumé|résume[rz]?|de qué trata|resumen|resume)(?!\p{L})|の内容は|讲了什么|ما موضوع/iu;

const OVERVIEW_WORDS =
  'summary summarize summarise summarized summarised overview outline sum takeaways gist main key point points idea ideas document file text short brief give show tell please worum geht es de qué trata quoi parle fasse fass fassen zusammen zusammenfassung überblick gliederung résumé résumer résume resumen resumir resume'.split(
    ' ',
  );

export function readQuestion(question: string): ParsedQuestion {
  const text = withoutSlips(bounded(question).replace(/\s+/g, ' ').trim());
  const intent = INTENTS.find(([pattern]) => pattern.test(text))?.[1] ?? 'keywords';
  const isOverview = OVERVIEW.test(text);
  return { text, intent, expected: expectedOf(text), isOverview, wantsCode: CODE.test(text) };
}

/** Returns the beginning, or the last question in a long text. */
function bounded(question: string): string {
  if (question.length <= LONGEST) return question;
  const asked = question.slice(-LONGEST).match(/[^.!?\n]{8,300}\?\s*$/)?.[0];
  return asked ?? question.slice(0, LONGEST);
}

/** Weight of a word of a question that is not its topic. */
export const FRAME = 0.25;

/** Stems of words that are in a question without being its topic. They weigh a fraction of the others. */
const FRAME_WORDS = new Set(
  `mani much long often get make need want wai work doe mean show tell give find explain pleas help know possibl
  abl best good differ compar versu step question name call happen thing us someth someon ani anyth let us exactli
  studi paper handbook author now given mention
  still yet alreadi again usual normal ever there kind type sort exist hello hi thank look like tri should must mai might can could would take go put do
  went gone came took taken gave got made told brought
  whether certain sever variou particular specif
  anoth bring come actual realli simpli just when where why who which what how if while without within per`.split(
    /\s+/,
  ),
);

/** Stems of general nouns about a matter, which documents usually omit. */
const VAGUE = new Set(
  'term polici rule entitl condit process procedur detail inform requir guidelin regul amount broken fix repair troubl product item articl'.split(
    ' ',
  ),
);
/** A question about permission contains such a word; its answer rarely does. */
const PERMISSION = new Set('allow permit possibl requir mandatori oblig forbidden prohibit'.split(' '));

/** Minimum number and share of such words in a German, French or Spanish question. */
const FOREIGN = { words: 2, share: 0.4 } as const;

/** Returns the words of a German, French or Spanish question that are not its topic. In lower case. */
export function foreignFrame(question: string): ReadonlySet<string> {
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? [];
  const frame = words.filter((word) => FOREIGN_FRAME.has(word));
  const isForeign =
    (frame.length >= FOREIGN.words && frame.length >= FOREIGN.share * words.length) ||
    (frame[0] !== undefined && frame[0] === words[0] && !isEnglish(question));
  return new Set(isForeign ? frame : []);
}

/** Words for a document as a whole: `the study`, `this contract`. */
const DOCUMENT_KIND =
  /\b(?:the|this|that|our|my) (study|paper|article|research|handbook|manual|guide|policy|report|contract|agreement|lease|minutes|recipe|survey|trial|experiment|thesis|essay|plan|proposal|newsletter)(?=\s*(?:$|[?.,;]|\b(?:is|was|are|were|end|begin|start|say|mention|run|last|allow|cover|by|on|in|for|with|about|and|take|serve|make|need|require|feed|contain|give|use|recommend|have|had|ha|do|find|found|show)))/giu;

/** Returns what the question calls its document. In lower case. */
export function documentKinds(question: string): ReadonlySet<string> {
  return new Set([...question.matchAll(DOCUMENT_KIND)].map((found) => found[1]!.toLowerCase()));
}

const HOW =
  /(?:\bhow (many|much|often|high|large|big|old|long|soon|late|early|fast|quick|quickly|heavy|far|deep|wide|tall|expensive|hot|warm|cold|loud|thick|strong|short|small)|\bwie (viele?n?|oft|lange|hoch|groß|weit|schwer|teuer|alt|schnell|spät|früh|breit|tief)|(?<=\p{L} )(length|duration))(?!\p{L})/giu;

/** Created things are new, so a text about creating them need not say so. */
const CREATES_NEW =
  /\b(?:creat(?:e|ing)|add(?:ing)?|mak(?:e|ing)|start(?:ing)?|open(?:ing)?|set(?:ting)? up|build(?:ing)?|writ(?:e|ing)) (?:(?:an?|my|the|another) )?(new)\b/gi;

/** A handbook has breaks, and people name them by what they do in them: `lunch break`. */
const BREAK = /\b(lunch|coffee|tea|meal|snack|rest|smoking|cigarette|afternoon|morning)[ -]breaks?\b/gi;
const KIND_OF_BREAK = 0.08;

/** `Which locks do you sell?` asks for locks, and a price list does not say that it sells them. */
const OFFERS =
  /^\W*(?:which|what)\b.*\b(?:do|does|can|are) (?:you|they|we|the \w+) (?:also )?(sell|offer|stock|carry|have in stock|supply|provide|selling|offering)\b/gi;

/** `If it takes longer than a week` names a limit, which texts give in other words. */
const BEYOND =
  /\b(longer|shorter|more|less|earlier|later|older|younger|larger|smaller|higher|lower) than\b/gi;

/** `error E20`, `version 4.1.2`: the code identifies the thing, which a table need not call an error. */
const KIND_OF_CODE =
  /(?<!\p{L})(\p{L}{3,}) (?:(?:no\.?|number|nr\.?|n°|nummer) )?(?:\p{Lu}{1,4}-?\d{2,}|\d+(?:\.\d+)+|(?!(?:19|20)\d\d(?!\d))\d{3,})(?![\p{L}\d])/giu;

/** A list of changes has versions with dates, and rarely says that they were released. */
const RELEASED = /\b(?:version|release|update)s?\b.*\b(released|published|out|added|introduced)\b/gi;

/** A text with a number or a duration answers how many or how long, usually without the word itself. */
const VALUED = new Set('many much often long viel viele vielen oft lange hoch groß weit schwer'.split(' '));
const UNSAID = 0.1;

/**
 * `How high is the fine?` is answered by a value, rarely with `high`.
 * @returns the weights of such words, in lower case
 */
export function unsaidWords(question: string): ReadonlyMap<string, number> {
  const unsaid = new Map(
    [...question.matchAll(HOW)].map((found) => {
      const word = (found[1] ?? found[2] ?? found[3]!).toLowerCase();
      return [word, VALUED.has(word) ? UNSAID : FRAME];
    }),
  );
  for (const found of question.matchAll(BREAK)) unsaid.set(found[1]!.toLowerCase(), KIND_OF_BREAK);
  for (const found of question.matchAll(KIND_OF_CODE)) unsaid.set(found[1]!.toLowerCase(), UNSAID);
  for (const found of question.matchAll(RELEASED)) unsaid.set(found[1]!.toLowerCase(), UNSAID);
  for (const kind of documentKinds(question)) unsaid.set(kind, FRAME);
  for (const found of question.matchAll(BEYOND)) unsaid.set(found[1]!.toLowerCase(), FRAME);
  for (const found of question.matchAll(OFFERS)) unsaid.set(found[1]!.toLowerCase(), UNSAID);
  for (const found of question.matchAll(CREATES_NEW)) unsaid.set(found[1]!.toLowerCase(), FRAME);
  return unsaid;
}

const ENGLISH_FRAME = /\b(?:the|is|are|what|how|who|when|where|why|which|can|do|does|an?|of|to)\b/i;

/** Tells whether it has words that occur only in English questions. */
export function isEnglish(question: string): boolean {
  return ENGLISH_FRAME.test(question);
}

/** Returns the words that ask for an overview; the others name the document. In lower case. */
export function overviewWords(question: string): ReadonlySet<string> {
  return new Set(OVERVIEW.test(question) ? OVERVIEW_WORDS : []);
}

/** Returns the weight of a word of the question, by its stem. */
export function frameWeight(stem: string, intent?: Intent, asked?: string): number {
  // The terms of a contract, but the spring term.
  if (asked === 'term') return 1;
  if (intent === 'how' && stem === 'compar') return 1;
  // Several cases, but severance pay.
  if (stem === 'sever' && asked !== 'several') return 1;
  if (FRAME_WORDS.has(stem) || (intent === 'allowed' && PERMISSION.has(stem))) return FRAME;
  return VAGUE.has(stem) ? FRAME : 1;
}

const STARTS =
  'how|what|when|where|why|who|which|whose|can|could|do|does|did|is|are|may|must|should|will|would|am|was|were|has|have|' +
  FOREIGN_STARTS;
const AND = 'and|or|but|also|und|oder|aber|et|ou|mais|y|o|pero';
const ALSO = 'also|then|auch|dann|außerdem|aussi|puis|también|luego';
const BETWEEN_PARTS = new RegExp(
  `\\s?[?;]\\s+[¿¡]?(?:(?:${AND}|${ALSO})\\s+)*|,?\\s+(?:${AND})\\s+(?:(?:${ALSO})\\s+)?[¿¡]?(?=(?:${STARTS})(?!\\p{L}))`,
  'iu',
);
const LEADING = new RegExp(`^(?:${AND}|${ALSO})\\s+`, 'i');
const BEGINS = new RegExp(`^(?:${STARTS})(?!\\p{L})`, 'iu');
const MOST_PARTS = 4;

/** Returns the questions of a compound question, in order; one for a simple question. */
export function partsOf(text: string): string[] {
  if (text.length > 400) return [text];
  const parts = text
    .split(BETWEEN_PARTS)
    .map((part) => part.trim().replace(/^[¿¡]/, '').replace(LEADING, ''))
    .filter((part) => /\p{L}/u.test(part));
  const isQuestion = (part: string): boolean => BEGINS.test(part);
  if (parts.length < 2 || parts.length > MOST_PARTS) return [text];
  if (!parts.every((part) => isQuestion(part) && part.split(/\s+/).length >= 2)) return [text];
  // The part is shown above its answer.
  return parts.map((part) => part[0]!.toUpperCase() + part.slice(1) + (part.endsWith('?') ? '' : '?'));
}
