// English stop words. Deliberately short: `if`, `not`, `where`, `while` carry meaning in manuals.
const LIST = `a about after all also am an and any are as at be because been before being between both but by can could
did do does doing down during each few for from further had has have having he her here hers him himself his how i in
into is it its itself just me more most my myself of off on once only or other our ours out over own same she should so
some such than that the their theirs them themselves then there these they this those through to too under until up
very was we were what when which who whom why will with would you your yours`;

export const STOP_WORDS: ReadonlySet<string> = new Set(LIST.split(/\s+/));
