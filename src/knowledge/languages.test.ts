// Words of many languages: other forms than those in the text are found, alone and in a mixed library.
import { beforeAll, describe, expect, it, test } from 'vitest';
import { KeywordIndex } from '../search/keyword-index.ts';
import { ENGLISH, type Language, NO_LANGUAGE } from '../search/language.ts';
import { matchesIn } from '../search/matches.ts';
import { termsOfPhrase } from '../search/phrase.ts';
import { buildSegment } from '../search/segment.ts';
import type { Segment } from '../search/segment-types.ts';
import { tokenise } from '../search/tokenise.ts';
import { languageOf } from './detect-language.ts';
import { Languages, rulesOf } from './languages.ts';

interface Example {
  passages: string[];
  /** Questions, each with the index of the answering passage. */
  asked: [string, number][];
}

/** Passages about: saving files, books, the weather, cooking. */
const EXAMPLES: Record<string, Example> = {
  de: {
    passages: [
      'Das Programm speichert Dateien in dem Ordner, den der Benutzer beim ersten Start gewählt hat.',
      'In der Bibliothek stehen viele alte Bücher, die man zwei Wochen lang ausleihen kann.',
      'Morgen regnet es im Norden, während im Süden die Sonne scheint. Herr Müller bleibt zu Hause.',
      'Die Suppe wird langsam gekocht, dann mit Salz, Pfeffer und frischen Kräutern gewürzt.',
    ],
    asked: [
      ['Wo finde ich die gespeicherte Datei?', 0],
      ['Wie leiht man ein Buch der Bibliotheken aus?', 1],
      ['Mueller', 2],
      ['Muller', 2],
      ['Welche Suppen kocht man mit einem frischen Kraut?', 3],
    ],
  },
  fr: {
    passages: [
      "L'application enregistre les fichiers dans le dossier que l'utilisateur a choisi au premier démarrage.",
      'La bibliothèque municipale prête des livres anciens aux lecteurs de la ville pendant deux semaines.',
      "Demain il pleuvra dans le nord, tandis que le soleil brillera au sud du pays. L'eau montera dans les rivières.",
      'Faites cuire la soupe lentement, puis ajoutez du sel, du poivre et des herbes fraîches du jardin.',
    ],
    asked: [
      ["Où est enregistré le fichier de l'utilisatrice ?", 0],
      ['un livre ancien de la bibliotheque', 1],
      ['eau de la rivière', 2],
      ['quelle herbe pour les soupes ?', 3],
    ],
  },
  es: {
    passages: [
      'El programa guarda los archivos en la carpeta que el usuario eligió la primera vez. Más información en la ayuda.',
      'La biblioteca presta libros antiguos a los lectores de la ciudad durante dos semanas.',
      'Mañana lloverá en el norte, mientras que en el sur brillará el sol y los niños jugarán en la calle.',
      'La sopa se cocina lentamente y después se añaden sal, pimienta y hierbas frescas del huerto.',
    ],
    asked: [
      ['¿Dónde se guardó el archivo?', 0],
      ['informacion', 0],
      ['un libro antiguo', 1],
      ['el nino juega', 2],
      ['cocinar sopas con una hierba fresca', 3],
    ],
  },
  it: {
    passages: [
      "Il programma salva i documenti nella cartella che l'utente ha scelto al primo avvio.",
      'La biblioteca presta libri antichi ai lettori della città per due settimane.',
      "Domani pioverà al nord, mentre al sud splenderà il sole. L'acqua dei fiumi salirà.",
      'La zuppa si cuoce lentamente, poi si aggiungono sale, pepe ed erbe fresche del giardino.',
    ],
    asked: [
      ['Dove viene salvato il documento?', 0],
      ['un libro antico della citta', 1],
      ['acqua del fiume', 2],
      ['quali zuppe con erba fresca', 3],
    ],
  },
  pt: {
    passages: [
      'O programa guarda os arquivos na pasta que o usuário escolheu. Mais informações estão no manual.',
      'A biblioteca empresta livros antigos aos leitores da cidade durante duas semanas.',
      'Amanhã vai chover no norte, enquanto no sul o sol brilha. As crianças cantam canções na rua.',
      'A sopa é cozida lentamente e depois recebe sal, pimenta e ervas frescas da horta.',
    ],
    asked: [
      ['informação', 0],
      ['informacao', 0],
      ['um livro antigo', 1],
      ['a canção da criança', 2],
      ['sopas com erva fresca', 3],
    ],
  },
  nl: {
    passages: [
      'Het programma bewaart de bestanden in de map die de gebruiker bij de eerste start heeft gekozen.',
      'De bibliotheek leent oude boeken twee weken lang uit aan de lezers van de stad.',
      'Morgen regent het in het noorden, terwijl in het zuiden de zon schijnt op de hoge bergen.',
      'De soep wordt langzaam gekookt met zout, peper en verse kruiden uit de tuin.',
    ],
    asked: [
      ['Waar wordt het bestand bewaard?', 0],
      ['een oud boek van de lezer', 1],
      ['zonnen op een berg', 2],
      ['soepen met vers kruid koken', 3],
    ],
  },
  ru: {
    passages: [
      'Программа сохраняет файлы в папке, которую пользователь выбрал при первом запуске.',
      'Библиотека выдаёт читателям города старые книги на две недели.',
      'Завтра на севере пойдёт дождь, а на юге будет светить солнце. Ёлки стоят в снегу.',
      'Суп варят медленно, потом добавляют соль, перец и свежую зелень из сада. Нужен хороший server.',
    ],
    asked: [
      ['в какой папке файл', 0],
      ['старая книга читателя', 1],
      ['елка', 2],
      ['зелень для супа', 3],
      ['servers', 3],
    ],
  },
  sv: {
    passages: [
      'Programmet sparar filerna i mappen som användaren valde när det startades första gången.',
      'Biblioteket lånar ut gamla tidningar till stadens läsare under två veckor.',
      'I morgon regnar det i norr medan solen skiner i söder. Året har varit varmt.',
      'Soppan kokas långsamt med salt, peppar och färska örter från trädgården.',
    ],
    asked: [
      ['var är den sparade filen?', 0],
      ['en gammal tidning för läsaren', 1],
      ['ett varmt år', 2],
      ['soppor med färsk ört', 3],
    ],
  },
  fi: {
    passages: [
      'Ohjelma tallentaa tiedostot kansioon, jonka käyttäjä valitsi ensimmäisellä käynnistyksellä.',
      'Kirjasto lainaa vanhoja kirjoja kaupungin lukijoille kahdeksi viikoksi.',
      'Huomenna pohjoisessa sataa, mutta etelässä paistaa aurinko. Talossa on lämmintä.',
      'Keittoa keitetään hitaasti, ja siihen lisätään suolaa, pippuria ja tuoreita yrttejä.',
    ],
    asked: [
      ['missä kansiossa tiedosto on', 0],
      ['kirjan lainaaminen', 1],
      ['talot', 2],
      ['keitto ja pippuri', 3],
    ],
  },
  tr: {
    passages: [
      'Program, dosyaları kullanıcının ilk açılışta seçtiği klasöre kaydeder.',
      'Kütüphane eski kitapları iki haftalığına şehrin okurlarına ödünç verir.',
      'Yarın kuzeyde yağmur yağacak, güneyde ise güneş açacak. IŞIKLAR sönecek.',
      'Çorba yavaşça pişirilir, sonra tuz, biber ve taze otlar eklenir.',
    ],
    asked: [
      ['dosya nerede', 0],
      ['eski bir kitap', 1],
      ['ışık', 2],
      ['isik', 2],
      ['taze ot ile çorbalar', 3],
    ],
  },
  ar: {
    passages: [
      'يحفظ البرنامج الملفات في المجلد الذي اختاره المستخدم عند التشغيل الأول.',
      'تعير المكتبة الكتب القديمة لقراء المدينة لمدة أسبوعين.',
      'غدا تمطر في الشمال بينما تشرق الشمس في الجنوب، والمدارس مغلقة.',
      'يطبخ الحساء ببطء ثم يضاف إليه الملح والفلفل والأعشاب الطازجة.',
    ],
    asked: [
      ['مجلد المستخدمين', 0],
      ['كُتُب قديمة', 1],
      ['مكتبة', 1],
      ['شمس', 2],
      ['ملح وفلفل', 3],
    ],
  },
  el: {
    passages: [
      'Το πρόγραμμα αποθηκεύει τα αρχεία στον φάκελο που επέλεξε ο χρήστης στην πρώτη εκκίνηση.',
      'Η βιβλιοθήκη δανείζει παλιά βιβλία στους αναγνώστες της πόλης για δύο εβδομάδες.',
      'Αύριο θα βρέξει στον βορρά, ενώ στον νότο θα λάμπει ο ήλιος πάνω από τα σπίτια.',
      'Η σούπα βράζει αργά και μετά προστίθενται αλάτι, πιπέρι και φρέσκα βότανα.',
    ],
    asked: [
      ['που είναι ο φάκελος του χρήστη', 0],
      ['ένα παλιό βιβλίο', 1],
      ['ΣΠΙΤΙ', 2],
      ['σουπες με βοτανο', 3],
    ],
  },
  ja: {
    passages: [
      'プログラムは、最初の起動時に利用者が選んだフォルダーにファイルを保存します。',
      '図書館は市の読者に古い本を二週間貸し出します。',
      '明日は北で雨が降り、南では太陽が輝くでしょう。',
      'スープはゆっくり煮て、塩と胡椒と新鮮な香草を加えます。',
    ],
    asked: [
      ['ファイルはどこに保存されますか', 0],
      ['古い本を借りるには', 1],
      ['雨は降りますか', 2],
      ['スープの香草', 3],
    ],
  },
  zh: {
    passages: [
      '程序把文件保存在用户第一次启动时选择的文件夹里。',
      '图书馆把旧书借给本市的读者两个星期。',
      '明天北方下雨,而南方阳光灿烂。',
      '汤要慢慢地煮,然后加盐、胡椒和新鲜的香草。',
    ],
    asked: [
      ['文件夹在哪里', 0],
      ['图书馆的读者', 1],
      ['南方的阳光', 2],
      ['新鲜香草', 3],
    ],
  },
  ko: {
    passages: [
      '프로그램은 사용자가 처음 시작할 때 선택한 폴더에 파일을 저장합니다.',
      '도서관은 도시의 독자에게 오래된 책을 두 주 동안 빌려줍니다. API를 씁니다.',
      '내일 북쪽에는 비가 내리고 남쪽에는 해가 빛납니다.',
      '수프는 천천히 끓인 다음 소금과 후추와 신선한 허브를 넣습니다.',
    ],
    asked: [
      ['파일은 어느 폴더로 저장되나요', 0],
      ['책', 1],
      ['api', 1],
      ['북쪽의 비', 2],
      ['소금을 넣은 수프가', 3],
    ],
  },
  th: {
    passages: [
      'โปรแกรมบันทึกไฟล์ในโฟลเดอร์ที่ผู้ใช้เลือกเมื่อเริ่มต้นครั้งแรก',
      'ห้องสมุดให้ผู้อ่านในเมืองยืมหนังสือเก่าเป็นเวลาสองสัปดาห์',
      'พรุ่งนี้ทางเหนือจะมีฝนตก ส่วนทางใต้จะมีแดดออก',
      'ต้มซุปช้าๆ แล้วเติมเกลือ พริกไทย และสมุนไพรสด',
    ],
    asked: [
      ['ไฟล์อยู่ที่ไหน', 0],
      ['หนังสือเก่า', 1],
      ['ฝนตก', 2],
      ['เกลือและพริกไทย', 3],
    ],
  },
  en: {
    passages: [
      'The program saves files in the folder which the user chose when it was started for the first time.',
      'Old machines die slowly; how dice are cast and what gifts they make is another story.',
      'Tomorrow it rains in the north while the sun shines in the south.',
      'The kitchen of the castle had a chimney and two ovens for bread and pies.',
    ],
    asked: [
      ['where was the file saved', 0],
      ['do machines die', 1],
      ['a baker’s oven', 3],
    ],
  },
};

const CODES = Object.keys(EXAMPLES);
const languages = new Languages();
let loaded: Language[] = [];
beforeAll(async () => {
  loaded = await languages.load(CODES);
});

function segmentOf(codes: string[]): Segment {
  const documents = codes.flatMap((code) =>
    EXAMPLES[code]!.passages.map((text, number) => ({ document: `${code}${number}`, code, text })),
  );
  return buildSegment(
    documents.map(({ document, text }) => ({ document, index: 0, text, heading: [], title: '' })),
    documents.map(({ document, code }) => ({
      document,
      source: 'notes',
      updated: 0,
      tags: [],
      language: rulesOf(code),
    })),
    loaded,
  );
}

function indexOf(codes: string[]): KeywordIndex {
  const index = new KeywordIndex();
  for (const code of codes) index.add(segmentOf([code]));
  return index;
}

function found(index: KeywordIndex, query: string): string[] {
  const held = loaded.filter(({ code }) => index.languages.includes(code));
  return index.search(query, { limit: 10, languages: held }).map(({ document }) => document);
}

describe.each(CODES)('in %s', (code) => {
  test("the passages' language is detected", async () => {
    for (const body of EXAMPLES[code]!.passages)
      expect(await languageOf({ title: '', body, metadata: {} })).toBe(code);
  });

  test.each(EXAMPLES[code]!.asked)('“%s” finds passage %i, alone and beside English', (query, answer) => {
    expect(found(indexOf([code]), query)[0]).toBe(`${code}${answer}`);
    expect(found(indexOf([code, 'en']), query)[0]).toBe(`${code}${answer}`);
  });
});

it('finds the right passage in a library of all these languages', () => {
  const index = indexOf(CODES);
  const missed = CODES.flatMap((code) =>
    // Related languages share words: `informação` is found in Spanish, too.
    EXAMPLES[code]!.asked.filter(
      ([query, answer]) => !found(index, query).slice(0, 3).includes(`${code}${answer}`),
    ),
  );
  expect(missed).toEqual([]);
});

describe('a stop word of one language', () => {
  it('is found in another one, and counts little in a question of its own', () => {
    const index = indexOf(['en', 'de']);
    expect(found(index, 'die')[0]).toBe('en1');
    expect(found(index, 'do machines die in the kitchen')[0]).toBe('en1');
    expect(found(index, 'wo steht die Suppe')[0]).toBe('de3');
    expect(found(index, 'die Suppe')[0]).toBe('de3');
  });
});

it('highlights the forms of a word in its own language', () => {
  const [de] = loaded.filter(({ code }) => code === 'de');
  const text = 'Viele alte Bücher stehen in den Bibliotheken.';
  const marked = matchesIn(text, 'welches Buch der Bibliothek, Buecher', de);
  expect(marked.map(({ start, end }) => text.slice(start, end))).toEqual(['Bücher', 'Bibliotheken']);
});

it('completes and corrects words of other languages', () => {
  const index = indexOf(['de', 'ru', 'en']);
  expect(found(index, 'Bibliot')[0]).toBe('de1');
  expect(found(index, 'Bibliotehk dort')[0]).toBe('de1');
  expect(found(index, 'библиот')[0]).toBe('ru1');
});

it('requires of a phrase only terms that a matching text contains, in any language', () => {
  const held = loaded.filter(({ code }) => ['en', 'de', 'fr'].includes(code));
  for (const phrase of ['die alten Bücher', 'on the old machines', "l'eau des rivières", 'e-mail senden']) {
    for (const language of held) {
      const terms = new Set(tokenise(`x ${phrase} y`, language).map(({ term }) => term));
      for (const list of termsOfPhrase(phrase, held)) expect(list.some((term) => terms.has(term))).toBe(true);
    }
  }
  expect(termsOfPhrase('die alten Bücher', held).length).toBe(2);
});

it('loads nothing twice, and uses plain rules for a language without its own', async () => {
  const again = await languages.load(['de', 'en', 'und', 'xx']);
  expect(again).toEqual([loaded.find(({ code }) => code === 'de'), ENGLISH, NO_LANGUAGE]);
  expect(rulesOf('pl')).toBe('und');
  expect(rulesOf('nb')).toBe('no');
  expect(rulesOf(undefined)).toBe('en');
  expect(languages.of('de').code).toBe('de');
  expect(languages.of('hu').code).toBe('en');
});
