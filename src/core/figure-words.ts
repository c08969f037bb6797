// Questions for figures in German, French and Spanish, in the English words that tables are asked with. Names of
// columns and values stay as they are. Pure.

interface Words {
  /** So such a question begins. */
  starts: RegExp;
  /** One phrase a line: `summe|gesamt = total`. */
  phrases: string;
}

const GERMAN: Words = {
  starts:
    /^[\s„"]*(?:wie (?:viele?|hoch|groß|alt)|was (?:ist|sind|war|waren|schulde[nt])|\p{L}+ (?:pro|je|nach) \p{L}+(?=\s*$)|anzahl|summe|umsatz|einnahmen|ausgaben|gesamt\p{L}*|durchschnitt\p{L}*|welche[rsnm]?|wer|zeige?|liste|(?:das|der|die) (?:billig|günstig|teuer|ält|jüng|neu|letzt|größt|höchst|niedrigst)\p{L}*|(?:billig|günstig|teuer|ält|jüng|neu|letzt|größt|höchst|niedrigst)\p{L}* \p{L}+(?=\s*$)|und|aber|nur|nach|pro|je|im)(?!\p{L})/iu,
  phrases: `
wie viel (?:umsatz|gewinn) = total revenue
wie viel(?: geld)? (?:hat|haben|wurden?) = how much has
wie viel(?: geld)? (?:ist|sind) = how much is
wie viel(?: geld)? = how much
was schuldet|was schulden = what owes
schuldet|schulden = owe
bezahlt|gezahlt = paid
uns = us
wie viele?n? = how many
wie alt (?:ist|sind) = how old is
wie (?:hoch|groß) (?:ist|sind|war|waren) = what is
was (?:ist|sind|war|waren) = what is
anzahl = number of
kosten(?= (?:mehr|weniger|über|unter)(?!\\p{L})) = cost
kamen|kommen|kam = came
wer hat = who
gekauft = bought
nach(?= [a-zäöü]+(?:land|orten?|stadt|städten|kunden?|artikeln?|monat|jahr)) = by
bestellwert|auftragswert|warenwert = order value
gesamtumsatz = total revenue
gesamtmenge = total quantity
gesamtkosten = total cost
gesamtbetrag = total amount
gesamtumsätze = total revenue
gesamtsumme|summe|insgesamt|gesamte[rns]?|gesamt = total
im (?:durch)?schnitt|durchschnitt(?:lich(?:e[rsnm]?)?)?s?|mittelwert = average
höchste[rsn]?|größte[rsn]?|maximale?[rsn]? = highest
am meisten = the most
meisten? = most
am wenigsten = the least
billigste[rsnm]?|günstigste[rsnm]? = cheapest
teuerste[rsnm]? = most expensive
älteste[rsnm]? = oldest
jüngste[rsnm]? = youngest
neueste[rsnm]?|neuste[rsnm]? = newest
letzte[rsnm]? = last
erste[rsnm]? = first
längste[rsnm]? = longest
verdient|verdienen = earns
arbeitet|arbeiten|wohnt|wohnen|lebt|leben = works
gearbeitet = worked
ausgegeben = spent
verkauft = sold
bestellt = ordered
gemacht = made
mehr als = more than
weniger als = less than
über = over
unter = under
mindestens = at least
höchstens = at most
seit = since
nach(?= [0-9]{4}) = after
vor(?= [0-9]{4}) = before
haben = have
nicht|nie = not
(?:noch )?offen stehend|noch offen = outstanding
noch = still
unsere?[rsnm]? = our
beste?[rsnm]? = best
am besten = the best
niedrigste[rsn]?|kleinste[rsn]?|geringste[rsn]? = lowest
wenigsten? = fewest
umsatz|umsätze|erlös|einnahmen = revenue
betrag|beträge = amount
menge = quantity
pro|je = per
nach = by
und|aber|auch = and
nur = only
für = for
im|in = in
von|vom|aus = from
monate?n? = month
jahre?n? = year
tage?n? = day
januar = january
februar = february
märz = march
mai = may
juni = june
juli = july
oktober = october
dezember = december
welche[rsnm]? = which
wer = who
alle[rn]? = all
zeige?(?: mir)?|liste = show
zeilen|einträge = rows
hat|haben|hatte[n]?|wurden?|sind|ist|waren?|gibt es|gab es|der|die|das|den|dem|des|ein(?:e[rnms]?)?|wir|es = the`,
};

const FRENCH: Words = {
  starts:
    /^\s*(?:combien|nombre|quel(?:le)?s?|somme|total|montant|moyenne|qui|et|mais|seulement|par)(?!\p{L})/iu,
  phrases: `
combien de|combien d['’] = how many$space
combien = how much
nombre (?:de|des|d['’]) = number of
quel âge (?:a|ont) = how old is
quel(?:le)? (?:est|était)|quel(?:le)?s sont = what is
le plus de = most
gagne(?:nt)?|touche(?:nt)? = earns
travaille(?:nt)?|habite(?:nt)? = works
(?:le|la|les) moins cher(?:s|es|e)? = cheapest
(?:le|la|les) plus chère?s? = most expensive
(?:le|la|les) plus âgée?s? = oldest
(?:le|la|les) plus jeunes? = youngest
(?:le|la|les) plus récente?s? = newest
le plus = the most
notre|nos = our
meilleure?s? = best
le moins = the least
le moins de = fewest
plus (?:élevée?|grande?|haute?|gros(?:se)?)s?|maximum|maximale? = highest
plus (?:bas(?:se)?|petite?|faible)s?|minimum|minimale? = lowest
chiffre d['’]affaires|recettes|revenus? = revenue
somme|totale? = total
(?:en )?moyenne?s? = average
montants? = amount
quantité = quantity
par = per
et|mais = and
seulement = only
pour = for
en|dans|au = in
mois = month
années?|ans? = year
jours? = day
janvier = january
février = february
mars = march
avril = april
mai = may
juin = june
juillet = july
août = august
septembre = september
octobre = october
novembre = november
décembre = december
quel(?:le)?s? = which
qui = who
lignes = rows
y a-t-il|il y a|ont été|a été|est|sont|des?|du|la|les?|une?|de la = the
[dl]['’] = $space`,
};

const SPANISH: Words = {
  starts:
    /^[\s¿]*(?:cuánt[oa]s?|cuál(?:es)?|número|suma|total|promedio|media|qué|quién|y|pero|solo|sólo|por)(?!\p{L})/iu,
  phrases: `
cuántos años (?:tiene|tienen)|qué edad (?:tiene|tienen) = how old is
cuánt[oa]s = how many
cuánto = how much
número de = number of
cuál (?:es|fue|era)|cuáles son = what is
más (?:alt[oa]|grande)|mayor|máxim[oa] = highest
más (?:baj[oa]|pequeñ[oa])|menor|mínim[oa] = lowest
ingresos = revenue
gana[n]? = earns
trabaja[n]?|vive[n]? = works
más barat[oa]s? = cheapest
más car[oa]s? = most expensive
más recientes? = newest
más joven = youngest
más = the most
nuestr[oa]s? = our
mejor(?:es)? = best
menos = the least
suma|total(?:es)? = total
promedio|medi[oa] = average
importe|monto = amount
cantidad = quantity
por = per
y|pero = and
sol[oa]|sólo = only
para = for
en = in
mes(?:es)? = month
años? = year
días? = day
enero = january
febrero = february
marzo = march
abril = april
mayo = may
junio = june
julio = july
agosto = august
septiembre = september
octubre = october
noviembre = november
diciembre = december
qué = which
quién = who
filas = rows
hay|había|fueron|son|del?|el|las?|los|una?|unos|unas = the`,
};

/** Longer texts ask for no figure. */
const LONGEST = 300;

interface Dictionary {
  starts: RegExp;
  forms: RegExp;
  words: readonly string[];
}

let dictionaries: readonly Dictionary[] | undefined;

/** A question in another language is returned unchanged. */
export function figureWords(question: string): string {
  if (question.length > LONGEST) return question;
  dictionaries ??= [GERMAN, FRENCH, SPANISH].map(dictionaryOf);
  const one = dictionaries.find(({ starts }) => starts.test(question));
  if (!one) return question;
  const said = question.replace(/[¿„“]/g, '').replace(one.forms, (phrase, ...groups: unknown[]) => {
    const at = groups.slice(0, one.words.length).findIndex((group) => group !== undefined);
    return one.words[at] ?? phrase;
  });
  return said.replace(/\s+/g, ' ').trim();
}

function dictionaryOf({ starts, phrases }: Words): Dictionary {
  const lines = phrases
    .trim()
    .split('\n')
    .map((line) => line.split(' = '));
  const forms = lines.map(([form]) => `(${form!})`).join('|');
  return {
    starts,
    forms: new RegExp(`(?<!\\p{L})(?:${forms})(?:(?!\\p{L})|(?<=['’]))`, 'giu'),
    words: lines.map(([, word]) => word!.replace('$space', ' ')),
  };
}
