// The question words of German, Spanish and French, and what a text must have to answer them.

/** The kind of value that a question asks for. */
export type Value =
  | 'duration'
  | 'frequency'
  | 'money'
  | 'percent'
  | 'count'
  | 'contact'
  | 'rate'
  | 'date'
  | 'age'
  | 'weight'
  | 'size'
  | 'distance'
  | 'temperature';

type Asked = 'number' | 'when' | 'who' | 'where' | 'which' | 'why' | 'how' | 'allowed' | 'compare' | 'list';

/** After such a word, a verb does not ask for permission: `Was müssen die Kinder mitbringen?` */
const ASKING = 'was|wer|wen|wem|wo|wie|wann|que|qui|quoi|où|quand|qué|quién|dónde|cuándo|cómo';

/** Matches at the beginning, or after one short word: `Ab wann`, `¿A quién`, `Depuis quand`. */
function asks(words: string, notAfter = '(?!)'): RegExp {
  return new RegExp(`^[¿¡\\s]*(?:(?!(?:${notAfter}) )\\p{L}{1,6} )?(?:${words})(?![\\p{L}\\p{N}])`, 'iu');
}

/**
 * Spanish is often typed without accents. A word that also exists in English (`was`, `como`) counts only with the
 * word after it.
 */
export const QUESTION_WORDS: readonly (readonly [RegExp, Asked])[] = [
  [
    /(?<!\p{L})(?:unterschiede?|unterscheide[nt]|vergleiche?n?|gegenüber|différences?|diffèrent?|comparer|comparez|comparaison|diferencias?|comparar|compara)(?!\p{L})/iu,
    'compare',
  ],
  [asks('warum|weshalb|wieso|wozu|pourquoi|por qu[eé]|para qu[eé]'), 'why'],
  [
    asks(
      'wie (?:viele?n?|lange|oft|hoch|groß|gross|weit|schwer|alt|teuer|schnell|spät|früh|breit|tief)|was kostet|cu[aá]nt[oa]s?|combien|quel(?:le)?s? (?:est|sont) (?:le|la|les) (?:prix|tarifs?|durée|nombre|montant|coût)|cu[aá]l(?:es)? (?:es|son) (?:el|la|los|las) (?:precios?|tarifas?|duración|número|importe|coste)',
    ),
    'number',
  ],
  [asks('wann|cu[aá]ndo|quand|um wie ?viel uhr|à quelle heure|a qu[eé] hora'), 'when'],
  [asks('wer|wen|wem|wessen|qui[eé]n(?:es)?|qui(?! est-ce que)'), 'who'],
  [asks('wo|wohin|woher|a?d[oó]nde|où'), 'where'],
  [asks('wie (?:ist|sind|lautet|lauten) (?:der|die|das|ihre?|seine?|unsere?|meine?)'), 'which'],
  [asks("wie hei(?:ß|ss)(?:t|en)|comment s['’]appellent?|c[oó]mo se llaman?"), 'which'],
  [asks('wie|comment|c[oó]mo (?:se|puedo|podemos|hago|debo|hay)|cómo'), 'how'],
  [
    asks(
      "darf|dürfen|kann|können|könnte|muss|müssen|soll|sollen|ist es|gibt es|werden|wird|peut-on|puis-je|peut-il|peux-tu|pouvons-nous|faut-il|dois-je|doit-on|est-ce (?:que|qu['’]\\p{L}+)|est-il|y a-t-il|a-t-on|puedo|podemos|se puede|se pueden|debo|hay que|tengo que|está permitido|es obligatorio",
      ASKING,
    ),
    'allowed',
  ],
  [/^\P{Lu}*\p{Lu}?[\p{L}’' -]{2,60}-(?:il|elle|ils|elles|on)(?!\p{L})/u, 'allowed'],
  [asks('nenne|liste|zähle|énumérer?|listez|enumera|lista'), 'list'],
  [
    asks(
      "was (?:ist|sind|passiert|muss|müssen|soll|sollen|kann|können|darf|dürfen|braucht?|brauchen|gilt|bedeutet|heißt|macht)|welche[rsnm]?|qu[eé]|cu[aá]l(?:es)?|quel(?:le)?s?|qu['’]est-ce qu(?:e|['’].*)",
    ),
    'which',
  ],
];

/** Words at the beginning of a question, or of a part of one. */
export const FOREIGN_STARTS =
  'wer|wen|wem|wessen|was|wann|wo|wohin|woher|wie|warum|weshalb|wieso|welche[rsnm]?|darf|dürfen|kann|können|muss|müssen|gibt|ist|sind|' +
  'qui|que|quoi|quand|où|comment|pourquoi|combien|quel(?:le)?s?|peut-on|puis-je|faut-il|dois-je|est-ce|' +
  'quién(?:es)?|qué|cuándo|dónde|cómo|por qué|cuánt[oa]s?|cuál(?:es)?|puedo|se puede|debo|hay';

/** The question refers to the previous one, or continues it. */
export const FOREIGN_GOES_ON =
  /^[¿¡\s]*(?:und|oder|aber|auch|was ist mit|wie (?:ist|sieht) es (?:mit|bei|für)|gilt das|für|bei|et|ou|mais|aussi|qu['’]en est-il|pour|y|o|pero|también|qué (?:pasa|hay) con|para)(?!\p{L})/iu;
export const FOREIGN_POINTS_BACK =
  /(?<!\p{L})(?:dafür|davon|darüber|damit|dabei|dazu|dort|dies(?:e[rsmn]?)?|ihn|ihm|celui-ci|celle-ci|celui-là|cela|ça|eso|esto|ello|allí)(?!\p{L})/iu;

/** The values that such questions ask for, corresponding to `expected.ts` for English. */
export const FOREIGN_VALUES: readonly (readonly [RegExp, Value])[] = [
  [asks('wie oft|combien de fois|cu[aá]ntas veces|à quelle fréquence'), 'frequency'],
  [
    asks(
      'wie (?:lange|schnell)|(?:pendant )?combien de temps|cu[aá]nto (?:tiempo|dura|tarda)|quelle est la durée|cu[aá]l es la duración',
    ),
    'duration',
  ],
  [
    /^[¿\s]*(?:was kosten?t?|wie teuer|wie viel (?:kosten?t?|bezahlt?|zahlt?)|combien (?:coûten?t?|coute|faut-il payer)|cu[aá]nto (?:cuestan?|vale|pago))(?!\p{L})|(?<!\p{L})(?:preise?|gebühr(?:en)?|kosten|montant|betrag|importe|prix|tarifs?|coût|precios?|tarifas?|coste)(?!\p{L})/iu,
    'money',
  ],
  [
    /(?<!\p{L})(?:(?:telefon|handy|mobil|ruf)nummer|e-mail-adresse|numéro de téléphone|número de teléfono)(?!\p{L})/iu,
    'contact',
  ],
  [asks('wie alt|quel âge|qu[eé] edad|cu[aá]ntos años'), 'age'],
  [asks('wie schwer|combien pèsent?|cu[aá]nto pesan?'), 'weight'],
  [asks('wie (?:lang|breit|tief|dick|groß|gross)'), 'size'],
  [asks('wie (?:warm|heiß|kalt)'), 'temperature'],
  [asks('wie weit'), 'distance'],
  [asks("wie viele|combien d(?:e|[’'].*)|cu[aá]nt[oa]s"), 'count'],
];

/** A text with such a value can omit these words of a question. In lower case, as written. */
export const FOREIGN_VALUE_WORDS: Readonly<Partial<Record<Value, ReadonlySet<string>>>> = {
  money: new Set(
    'montant betrag importe kostet kosten preis preise gebühr gebühren teuer bezahlen bezahlt zahlen zahlt coûte coûtent coute coût prix tarif tarifs payer cuesta cuestan vale precio precios tarifa tarifas coste pago'.split(
      ' ',
    ),
  ),
  duration: new Set(
    'dauer dauert dauern zeit frist durée dure durent temps duración dura tarda tiempo'.split(' '),
  ),
  frequency: new Set('fois veces fréquence'.split(' ')),
  contact: new Set('telefonnummer rufnummer telefon numéro téléphone número teléfono'.split(' ')),
};

/** Words of a question that are not its topic. In lower case, as written. */
export const FOREIGN_FRAME: ReadonlySet<string> = new Set(
  `wer wen wem wessen wann wo wohin woher wie warum weshalb wieso wozu viel viele lange was welche welcher welches welchen
  ich wir man mir mich uns unser unsere mein meine meinen sie ihr ihre du der die das den dem des ein eine einen einem einer
  ist sind war wird werden wurde hat haben habe gibt es darf dürfen kann können könnte muss müssen soll sollen möchte will
  bitte denn eigentlich noch auch und oder für bei mit von zu im in an auf am beim zum zur hinein rein
  qui que quoi quel quelle quels quelles quand où comment pourquoi combien est sont était il elle ils elles on je nous vous tu
  me te se mon ma mes votre vos notre nos un une le la les l de du des d au aux à et ou en y ce cette ces ça qu
  peut peux puis pouvons pouvez doit dois faut avoir avons ai as ont faire fait pour avec sur dans par chez
  quién quiénes quien qué que cuál cuáles cual cuándo cuando dónde donde cómo como cuánto cuánta cuántos cuántas cuanto
  es son está están hay el los las una uno unos unas del al mi mis su sus nuestro puedo puede pueden podemos debo debe tengo
  tiene tienen hacer hago para con por sin y o se me
  finde finden findet bekomme bekommen bekommt brauche brauchst steht stehen liegt heißt heißen machen mache macht gemacht gilt gelten geschrieben
  trouver trouve obtenir encontrar encuentro obtener
  wieder schon neu neue neuer neuen aktuell nouveau nouvelle actuel actuelle nuevo nueva actual
  nummer numéro número erlaubt gestattet autorisé autorisée autorisés autorisées permis permise permitido permitida permitidos
  passe passiert pasa ocurre si wenn falls trop`.split(/\s+/),
);

const words = (list: string): RegExp => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, 'iu');

export const TIME_WORDS = words(
  'januar|februar|märz|juni|juli|oktober|dezember|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|' +
    'tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?|es)?|stunden?|minuten|uhr|sofort|täglich|wöchentlich|jährlich|' +
    'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|miércoles|' +
    'jueves|viernes|sábados?|domingos?|días?|semanas?|mes(?:es)?|años?|horas?|minutos?|' +
    'janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre|lundis?|mardis?|mercredis?|jeudis?|' +
    'vendredis?|samedis?|dimanches?|jours?|semaines?|mois|années?|heures?',
);

export const NUMBER_WORDS = words(
  'ein(?:en?|em|er|es)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|dreißig|hundert|tausend|' +
    'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte|treinta|cien|' +
    'deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|vingt|trente|cent',
);

export const PLACE_WORDS = words('im|am|beim|auf|unter|neben|en|dans|chez|sur|aux?|à');

export const REASON_WORDS = words(
  'weil|da|denn|damit|deshalb|daher|darum|deswegen|wegen|um|nämlich|sonst|' +
    'car|parce|puisque|afin|pour|grâce|sinon|raisons?|' +
    'porque|ya que|pues|para|debido|motivos?|razón',
);

export const PERMISSION_WORDS = words(
  'darf|dürfen|kann|können|muss|müssen|soll|sollen|nicht|nur|kein(?:e|en|er)?|nie|immer|erlaubt|verboten|möglich|pflicht|gestattet|' +
    'peut|peuvent|pouvez|doit|doivent|devez|ne|pas|interdite?s?|autorisée?s?|obligatoires?|permise?s?|gratuite?s?|fermée?s?|ouverte?s?|' +
    'puede|pueden|debe|deben|no|solo|sólo|prohibid[oa]s?|permitid[oa]s?|obligatori[oa]s?|cerrad[oa]s?|abiert[oa]s?',
);

export const ACTION_WORDS = words(
  '(?:füllen|legen|geben|senden|schicken|stellen|wählen|klicken|öffnen|drücken|spülen|nehmen|melden|rufen|tragen|lassen|gehen) sie|lassen|' +
    'remplissez|joignez|payez|envoyez|cliquez|ouvrez|choisissez|appelez|prenez|mettez|faites|il faut|' +
    'rellene|envíe|pague|abra|elija|llame|haga|pulse|hay que',
);

export const CONTRAST_WORDS = words(
  'während|dagegen|aber|hingegen|statt|sondern|mehr|weniger|als|beide|nur|' +
    'tandis|alors|mais|contrairement|plus|moins|que|seulement|' +
    'mientras|pero|sino|más|menos|solo|ambos',
);
