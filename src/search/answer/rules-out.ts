// A sentence that rules something out completely also answers whether it is allowed in one case: `No PFAS are used.`
const BEFORE =
  /(?<!\p{L})(?:no|never|without|neither|kein\w*|keine[rnms]?|sans|aucune?|sin|ningun[oa]?)(?!\p{L})[^.;:!?]{0,50}$/iu;
const BEHIND =
  /^[^.;:!?]{0,40}(?<!\p{L})(?:(?:is|are|be) (?:\p{L}+ )?(?:forbidden|prohibited|banned|excluded)|(?:is|are|must|may) not|never|cannot|verboten|untersagt|nicht (?:erlaubt|gestattet|zulässig)|interdite?s?|prohibid[oa]s?)(?!\p{L})/iu;

/** @param start range of the thing's name in the sentence, up to `end` */
export function rulesOut(sentence: string, { start, end }: { start: number; end: number }): boolean {
  return BEFORE.test(sentence.slice(0, start)) || BEHIND.test(sentence.slice(end));
}
