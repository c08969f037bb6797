// The question words of German, Spanish and French, and what a text must have to answer them.

type Asked = 'number' | 'when' | 'who' | 'where' | 'which';

/** At the beginning, or behind one short word: `Ab wann`, `¿A quién`, `Depuis quand`. */
function asks(words: string): RegExp {
  return new RegExp(`^[¿¡\\s]*(?:\\p{L}{1,6} )?(?:${words})(?![\\p{L}\\p{N}])`, 'iu');
}

/** Spanish is often typed without accents. A word that is English too (`was`, `como`) counts only with the word behind it. */
export const QUESTION_WORDS: readonly (readonly [RegExp, Asked])[] = [
  [
    asks(
      'wie (?:viele?n?|lange|oft|hoch|groß|gross|weit|schwer|alt|teuer|schnell|spät|früh)|cu[aá]nt[oa]s?|combien',
    ),
    'number',
  ],
  [asks('wann|cu[aá]ndo|quand'), 'when'],
  [asks('wer|wen|wem|wessen|qui[eé]n(?:es)?|qui(?! est-ce que)'), 'who'],
  [asks('wo|wohin|woher|a?d[oó]nde|où'), 'where'],
  [
    asks(
      "was (?:ist|sind|kostet|passiert|muss|kann|darf|gilt|bedeutet|heißt|macht)|welche[rsnm]?|qu[eé]|cu[aá]l(?:es)?|quel(?:le)?s?|qu['’]est-ce qu(?:e|['’].*)",
    ),
    'which',
  ],
];

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
