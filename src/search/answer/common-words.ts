// Everyday English words. Even if they are rare in a small library, they reveal less about a question's topic than
// others.
import { ENGLISH } from '../language.ts';

const WORDS = `
accept act add agree allow answer appear apply arrange arrive avoid base become begin believe belong bring build buy call care
carry cause change check choose chosen chose close collect come concern consider contain continue cover create cut deal decide
depend describe die drive drop end enter exist expect face fall feel fill find finish follow form gain handle happen have hear
hold include join keep know lead learn leave let live look lose make matter mean meet mention move need offer open order
own pass pay pick place plan play point prefer prepare prevent provide pull push put raise reach read receive remain remove
reply require rest return run say see seem select send serve set share show sit sort speak spend stand start stay stop suit
suggest support suppose take talk tell think throw touch travel treat turn understand use visit wait walk want watch wear win
wish wonder work worry write
area back bit body business case chance company condition country couple day deal detail end example fact few front group half
hand head help hour idea item job kind level life line list lot machine man material mind minute moment month morning name
night number office part party people person piece place plan point position problem question rate reason record result room
rule side sign situation size state step stuff subject system task team thing time title top town type unit value version view
way week woman word world year
available big certain clear common complete current different difficult easy early entire far final first free full general
good great high important last large late long low main necessary near new normal old open other own particular possible
previous private public quick ready real recent regular responsible right same short similar simple single small special
specific standard sure true usual whole wrong
`;

const STEMS: ReadonlySet<string> = new Set(
  WORDS.trim()
    .split(/\s+/)
    .map((word) => ENGLISH.stem(word, word)),
);

export function isCommon(stem: string): boolean {
  return STEMS.has(stem);
}
