// Questions about everything there is, without a topic: `What is this about?`, `What documents do I have?`

const THIS =
  '(?:(?:all )?(?:of )?(?:this|it|that|these|those|everything|all|here|them)|(?:all )?(?:of )?(?:my|the|these|this|those|our|your) (?:\\p{L}+ )?(?:documents?|docs|files?|library|folder|collections?|papers|texts?|pdfs?|sources?|stuff|content|data))(?: here)?';

const DOCUMENTS = '(?:documents?|docs|files?|pdfs?|papers|texts?|sources?)';

const ASKS: readonly string[] = [
  `how many ${DOCUMENTS}(?: do (?:i|we|you) have| are (?:there|here)| are in (?:here|it|my library|the library)| did i (?:add|upload|import))?(?: here)?`,
  `(?:(?:list|show|name)(?: me)? )?all(?: of)?(?: my| the| our)? ${DOCUMENTS}`,
  `(?:list|show)(?: me)?(?: my| the| our)? ${DOCUMENTS}`,
  '(?:wie viele|zeige?(?: mir)?(?: alle)?(?: meine)?|liste(?: alle)?(?: meine)?) (?:dokumente|dateien|texte)(?: habe ich| gibt es| sind (?:hier|da))?(?: hier)?',
  'combien (?:de documents|de fichiers) (?:ai je|y a t il)|cuántos (?:documentos|archivos) (?:tengo|hay)',
  `what(?:s| is| are) (?:${THIS}|here)(?: all)?(?: about)`,
  `what(?:s| is| are) (?:in|inside) ${THIS}`,
  `what(?:s| is) (?:here|there)`,
  `what (?:do|does|can|could) ${THIS} (?:say|contain|hold|cover|tell me|include)`,
  '(?:what|which) (?:documents?|docs|files?|texts?|sources?|topics?|content)(?: all)? (?:do (?:i|we|you) have|are (?:there|here)|are in (?:here|it|my library|the library|this library)|can you see|did i (?:add|upload|import))(?: here)?',
  'what do (?:i|we|you) have(?: here)?',
  `(?:list|show)(?: me)? ${THIS}`,
  `(?:summari[sz]e|sum up|outline|describe|explain)(?: ${THIS})?(?: for me)?`,
  `sum ${THIS} up`,
  `(?:give|show|write)(?: me)? (?:an?|the) (?:\\p{L}+ )?(?:summary|overview|outline)(?: (?:of|on) ${THIS})?`,
  `(?:a |the )?(?:short |brief |quick )?(?:summary|overview)(?: of ${THIS})?`,
  `tell me (?:something )?about ${THIS}`,
  `what are the (?:main|key) (?:points|topics|ideas)(?: (?:of|in) ${THIS})?`,
  'worum geht(?: e)?s(?: hier| dabei| in (?:meinen|den|diesen) (?:dokumenten|dateien|texten))?',
  'fass(?:e|en sie)? (?:das|dies|es|alles|(?:meine|die|diese) (?:dokumente|dateien|texte))(?: bitte)? zusammen',
  '(?:eine )?(?:kurze )?zusammenfassung|(?:ein )?(?:kurzer )?überblick',
  '(?:welche|was für) (?:dokumente|dateien|texte) (?:habe ich|gibt es|sind (?:hier|da))(?: hier)?',
  'was (?:ist|steht|gibt es) (?:hier(?: drin)?|in (?:meinen|den|diesen) (?:dokumenten|dateien)|in (?:meiner|der) bibliothek)',
  'de quoi (?:s agit il|parlent (?:ces|mes|les) documents|ça parle)',
  'résume[rz]?(?: ceci| tout| ça| (?:mes|les|ces) documents)?|(?:un )?résumé',
  'quels (?:documents|fichiers) (?:ai je|y a t il)',
  'de qué (?:trata|tratan|va|van)(?: esto| todo esto| (?:mis|los|estos) documentos)?',
  '(?:resume|resumir|resúmeme)(?: esto| todo| (?:mis|los|estos) documentos)|(?:un )?resumen',
  'qué (?:documentos|archivos) (?:tengo|hay)',
];
const PATTERN = new RegExp(`^(?:${ASKS.join('|')})$`, 'u');
const POLITE =
  /^(?:(?:so|please|bitte|now|ok|okay|can you|could you|would you|kannst du|können sie|s il vous plaît|por favor) )+|(?: please| bitte| por favor| s il vous plaît)$/gu;
/** Characters. */
const LONGEST = 120;

export function asksForLibrary(question: string): boolean {
  if (question.length > LONGEST) return false;
  const words = question
    .toLowerCase()
    .normalize('NFC')
    .replace(/['’](?=s(?!\p{L}))/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(POLITE, '');
  return PATTERN.test(words);
}
