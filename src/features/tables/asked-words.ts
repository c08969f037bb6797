// Vocabulary of questions to tables: words without meaning, words for money and quantities, months.

/** Words without meaning for the query. */
export const FILLERS = new Set(
  (
    'a all altogether am an and any are as at be been can could currently did do does each entire every for from get give ' +
    'had has have i in is it its list me my of on our overall please show still tell than that the their them there these ' +
    "they this those to up us was we were what what's which who whose with you your made make placed come came received " +
    'got sold bought booked recorded listed fill filled refuel refuelled tank tanked work works working live lives living based located belong belongs different distinct unique per by calculate compute add on at so far until now yet already ones only ever here spent worked took take takes'
  ).split(' '),
);
/** Columns with a status. */
export const STATES = /(?:^|[^\p{L}])(?:status|state|stage|phase|progress)(?![\p{Ll}])/iu;
/** `Which supplier delivers …`: so a row exists, unless the word is a value of the table. */
export const SAID_OF_ROWS =
  /^(?:delivers?|provides?|suppl(?:y|ies)|offers?|carr(?:y|ies)|stocks?|manufactures?|charges?|uses?|consumes?|consumption|handles?)$/;
/** The same of persons. `Were submitted` may be a status. */
export const DONE_BY_PERSONS =
  /^(?:submitted|filed|claimed|answered|responded|replied|gave|attended|participated|registered|filled|handled|collected|travel(?:l?ed)|went)$/;
export const LISTING = new Set(['show', 'find', 'display', 'list', 'give', 'get']);
/** The rows of a table of persons. */
export const PEOPLE = new Set('people person passenger member guest participant attendee'.split(' '));
/** Columns that only persons have. */
export const OF_PERSONS =
  /^(?:sex|gender|age|salary|job[ _-]?title|department|employee|member|student|respondent|participant|attendee|age[ _-]?group|first[ _-]?name|last[ _-]?name|surname|birth(?:day|[ _-]?date)?)$/i;
/** Words after a column that add nothing: `the math score`. */
export const VALUE_NOUNS = new Set('score grade mark point level figure value result'.split(' '));
export const ROW_NOUNS = new Set(['row', 'record', 'entry', 'line']);
/** Words for money, in questions and in column names. */
export const MONEY = new Set([
  'sale',
  'revenue',
  'turnover',
  'spending',
  'income',
  'amount',
  'value',
  'worth',
  'cost',
  'money',
  'venta',
  'vente',
]);
/** What a table of sales records: with one such table, "total sales" is clear enough. */
export const RECORDED = new Set(['sale', 'revenue', 'turnover']);
export const MONEY_COLUMNS = [
  'total',
  'amount',
  'revenue',
  'sale',
  'turnover',
  'value',
  'sum',
  'cost',
  'price',
  ...'umsatz gesamt summe betrag kosten preis montant importe ventas prix coût precio'.split(' '),
  ...'rent miete kaltmiete loyer alquiler'.split(' '),
  ...'salary wage earning gehalt lohn salaire sueldo'.split(' '),
];
/** Columns of payments and invoices: what is paid is the gross amount. */
export const BILLED = 'paid payment spent gross net debit fee charge expense bill'.split(' ');
/** `EUR`, `in €`. */
export const CURRENCY =
  /\p{Sc}|(?:^|[^\p{L}])(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|sek|nok|dkk|pln|czk|jpy)(?!\p{L})/iu;
/** Columns of what is still to be paid. */
export const OWED = 'balance outstanding owed owing'.split(' ');
/** Tables of what was paid. */
export const PAYMENTS = new Set(
  'payment payee expense expenditure spending invoice bill purchase paid'.split(' '),
);
export const QUANTITY = new Set('unit piece quantity qty sold menge stück quantité cantidad'.split(' '));
/** `How many lamps were sold?` */
export const TRADED = new Set('sold sell bought ordered purchased'.split(' '));
/** `Who worked the most?`, `which project took the most time?` */
export const TIMED = new Set('worked work time'.split(' '));
export const DURATIONS = ['hour', 'duration', 'time', 'minute', 'day'];
/** Parts of a date as `YYYY-MM-DD`, by character positions. */
export const SPANS = [
  { name: 'year', length: 4 },
  { name: 'month', length: 7 },
  { name: 'day', length: 10 },
];
export const MONTHS =
  'january february march april may june july august september october november december'.split(' ');

/** `Who spent the most?`, `What did we spend on groceries?`: verbs that mean the column with the money. */
export const SPENT = new Set(
  'spend spends spent pay pays paid earn earns earned owe owes owed money charge charged bill billed invoice invoiced'.split(
    ' ',
  ),
);
/** `The best customer`: the group with the most or the least. */
export const BEST = /^(?:top|best|biggest|largest|greatest|worst|smallest)$/;
/** `The most popular item`: the group with the most rows. */
export const FREQUENT = /^(?:popular|common|frequent|often|frequently)$/;
/** `The best selling item`: the group with the most units. */
export const SOLD = /^(?:selling|sold|bought|ordered|seller|sellers)$/;
export const LEAST = /^(?:fewest|least|lowest|smallest|worst)$/;
/** `Average tip`, `largest tip`: unlike a total or a maximum, these are rarely written somewhere. */
export const COMPUTED = /^(?:average|mean|avg|highest|largest|biggest|lowest|smallest)$/;
/** Columns of what one row has, which cannot be added up. */
export const PER_ONE = new Set(
  (
    'price salary wage rate age score rating grade mark percent percentage pct ratio share average avg mean median temperature weight height ' +
    'width length speed mpg size level satisfaction difficulty star year preis alter gewicht prix âge precio edad'
  ).split(' '),
);
/** Opinions and results, of which groups have an average. */
export const RATED = new Set('rating score grade mark satisfaction difficulty star'.split(' '));
/** `What share of the orders was cancelled?` */
export const SHARE = /^(?:share|percent(?:age)?|proportion|fraction)$/;
export const PREDICATE = /^(?:are|is|was|were|have|has|had|did|do)(?:n't)?$/;
/** The column that `who` means. */
export const PERSONS =
  /^(?:customer|client|name|employee|person|member|student|buyer|payer|guest|author|owner|player|driver|tenant|assignee|assigned[ _-]to|agent)s?$|[_ -]by$/i;
/** The column that `what … on` means. */
export const PURPOSES = /^(?:category|categories|type|kind|purpose|group)$/i;
export const EARNED = /^earn(?:s|ed)?$/;
/** Verbs as statuses of what is paid. */
export const STATUS_OF = [
  { verb: /^pa(?:y|ys|id)$/, status: 'paid' },
  { verb: /^ow(?:e|es|ed)$/, status: 'outstanding' },
];
