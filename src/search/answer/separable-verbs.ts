// Forms of German verbs, separable ones among them: `holt … ab`, `abholen` and `abgeholt` are forms of one word.

const PREFIXES = 'ab|an|auf|aus|bei|ein|fest|fort|her|hin|los|mit|nach|um|vor|weg|zu|zurück|zusammen';
const APART = new RegExp(
  `^([¿\\s]*(?:(?:und|aber) )?(?:wer|was|wann|wo|wie(?: \\p{L}+)?|warum|womit|wen|wem|welche[rsnm]?(?: \\p{L}+)?) )(\\p{L}{2,}?)(e|st|t|en|et)( .*?)\\s(${PREFIXES})(?=\\W*$)`,
  'iu',
);
const WHOLE = new RegExp(`^(${PREFIXES.replaceAll('ü', '[üu]')})(?:(ge)(\\p{L}{3,})t|(\\p{L}{3,}))$`, 'u');
/** Verbs that are nothing else when a particle follows. */
const AUXILIARY = /^(?:is|ha|hab|wird|werd|kann|könn|darf|dürf|muss|müss|soll|soll|will|woll|wär|gib)$/iu;

/** Joins the two parts of a verb in a question: `Wer abholen den Müll?` */
export function joinedVerbs(question: string): string {
  return question.replace(APART, (all, start: string, verb: string, _, rest: string, prefix: string) =>
    AUXILIARY.test(verb) ? all : `${start}${prefix.toLowerCase()}${verb.toLowerCase()}en${rest}`,
  );
}

/** Returns the other form of a stem: `abgeholt` for `abhol`, and the reverse. */
export function otherVerbForm(stem: string): string | undefined {
  const [, prefix, ge, participle, infinitive] = WHOLE.exec(stem) ?? [];
  if (prefix === undefined) return undefined;
  return ge ? prefix + participle! : `${prefix}ge${infinitive!}t`;
}

/** `putzt`, `geputzt` and `putzen` have different stems. */
const FINITE = /^(?:ge)?(\p{L}{3,}?)e?t$/u;

/** Returns the stems of the other forms of a German verb; some of them are no words. */
export function verbForms(stem: string): string[] {
  const base = FINITE.exec(stem)?.[1] ?? stem;
  if (base.length < 3) return [];
  return [base, `${base}n`, `${base}t`, `${base}et`, `ge${base}t`, `ge${base}et`].filter(
    (form) => form !== stem,
  );
}
