// Texts in the encodings of old programs, read without a declaration.
import { describe, expect, it } from 'vitest';
import { joinedBytes } from '../../base/joined-bytes.ts';
import { decodeText, declaredCharset } from './decode.ts';
import { guessEncoding } from './encodings.ts';
import { extractMail } from './mail.ts';

/** Encodes by reversing the decoder. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map<string, number[]>();
  const add = (...code: number[]): void => {
    const letter = decoder.decode(Uint8Array.from(code));
    if ([...letter].length === 1 && letter !== '\ufffd' && !bytes.has(letter)) bytes.set(letter, code);
  };
  for (let a = 0; a < 256; a++) add(a);
  for (let a = 0x81; a < 255; a++) for (let b = 0x40; b < 255; b++) add(a, b);
  return Uint8Array.from([...text].flatMap((letter) => bytes.get(letter) ?? []));
}

const TEXTS: Record<string, string> = {
  russian: 'Порт открыт каждый день с семи утра до восьми вечера, кроме праздников. Паром отходит в полдень.',
  greek: 'Το λιμάνι είναι ανοιχτό κάθε μέρα από τις επτά το πρωί μέχρι τις οκτώ το βράδυ.',
  hebrew: 'הנמל פתוח בכל יום משבע בבוקר עד שמונה בערב, חוץ מחגים.',
  arabic: 'الميناء مفتوح كل يوم من السابعة صباحا حتى الثامنة مساء ما عدا العطل.',
  chinese: '港口每天早上七点到晚上八点开放，节假日除外。渡轮中午开航，船票在码头出售。',
  taiwanese: '港口每天早上七點到晚上八點開放，節假日除外。渡輪中午開航，船票在碼頭出售。',
  japanese: '港は祝日を除き、毎日午前七時から午後八時まで開いています。フェリーは正午に出ます。',
  korean: '항구는 공휴일을 제외하고 매일 오전 일곱 시부터 오후 여덟 시까지 엽니다. 배는 정오에 떠납니다.',
};

it.each([
  ['russian', 'windows-1251'],
  ['russian', 'koi8-r'],
  ['russian', 'ibm866'],
  ['russian', 'iso-8859-5'],
  ['greek', 'windows-1253'],
  ['hebrew', 'windows-1255'],
  ['arabic', 'windows-1256'],
  ['arabic', 'iso-8859-6'],
  ['chinese', 'gb18030'],
  ['taiwanese', 'big5'],
  ['japanese', 'shift_jis'],
  ['japanese', 'euc-jp'],
  ['korean', 'euc-kr'],
])('reads a %s text in %s', (language, encoding) => {
  const text = TEXTS[language]!;
  expect(guessEncoding(encode(text, encoding))).toBe(encoding);
  // Among plain letters, as in a table or in code.
  const table = `name,place\nA-1,"${text}"\nA-2,harbour office\n`.repeat(3);
  expect(decodeText(encode(table, encoding), () => undefined)).toBe(table);
});

it.each([
  'Le café de la gare est fermé à Noël ; l’été, il ouvre très tôt, dès sept heures. Où êtes-vous ? Çà et là.',
  'Die Fähre fährt täglich außer sonntags. Größere Gepäckstücke müssen übergeben werden. Ärger? Öffnen!',
  'El niño comió piña mañana, ¿quién? ¡Olé! Información práctica según la situación geográfica.',
  'Båten går klokken åtte. Ærlig talt, øya er små, sjøen er grå. Følg på.',
  '“Quoted” — and ‘quoted again’… costs £5 or €6, 20° ± 2°, ½ cup, © 2026.',
])('takes no Western European text for another: %s', (text) => {
  // Node decodes these bytes as control characters.
  const marks = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—';
  const bytes = [...text].map((letter) =>
    marks.includes(letter) ? 0x80 + marks.indexOf(letter) : letter.charCodeAt(0),
  );
  expect(Math.max(...bytes)).toBeLessThan(256);
  expect(guessEncoding(Uint8Array.from(bytes))).toBeUndefined();
});

it('guesses nothing from a few letters, and reads UTF-8 as UTF-8', () => {
  expect(guessEncoding(encode('порт', 'windows-1251'))).toBeUndefined();
  for (const text of Object.values(TEXTS))
    expect(decodeText(new TextEncoder().encode(text), () => undefined)).toBe(text);
});

it('finds the encoding that a page declares after a long script', () => {
  const page = `<html><head><script>${'x'.repeat(9000)}</script><meta charset="windows-1251"></head><body>Да</body>`;
  expect(decodeText(encode(page, 'windows-1251'), declaredCharset)).toContain('Да');
});

describe('a message', () => {
  const message = (header: string, ...body: Uint8Array[]): Uint8Array<ArrayBuffer> =>
    joinedBytes([new TextEncoder().encode(`From: a@example.org\r\n${header}\r\n\r\n`), ...body]);

  it.each([
    ['utf-8', 'russian', 'koi8-r'],
    ['us-ascii', 'russian', 'windows-1251'],
    ['iso-8859-1', 'japanese', 'utf-8'],
    ['iso-8859-1', 'greek', 'windows-1253'],
    ['windows-1252', 'korean', 'euc-kr'],
    ['koi8-r', 'russian', 'utf-8'],
    ['no-such-encoding', 'chinese', 'gb18030'],
    ['shift_jis', 'japanese', 'shift_jis'],
    ['iso-2022-jp', 'english', 'iso-2022-jp'],
  ])('that declares %s has its %s text in %s', async (declared, language, encoding) => {
    const text = TEXTS[language] ?? 'The harbour is open from seven to eight.';
    const bytes = encoding === 'utf-8' ? new TextEncoder().encode(text) : encode(text, encoding);
    for (const type of ['text/plain', 'text/html']) {
      const mail = await extractMail(message(`Content-Type: ${type}; charset=${declared}`, bytes));
      expect(mail.body).toContain(text);
    }
  });

  it('of Western Europe that declares UTF-8 keeps its accents', async () => {
    const body = Uint8Array.from('Le café est fermé à Noël.', (letter) => letter.charCodeAt(0));
    const mail = await extractMail(message('Content-Type: text/plain; charset=utf-8', body));
    expect(mail.body).toContain('Le café est fermé à Noël.');
  });

  it('has its subject in the encoding that it is written in', async () => {
    const subject = encode('Порт открыт каждый день', 'windows-1251');
    const mail = await extractMail(
      joinedBytes([
        new TextEncoder().encode('From: a@example.org\nSubject: '),
        subject,
        new TextEncoder().encode('\n\nHello\n'),
      ]),
    );
    expect(mail.title).toBe('Порт открыт каждый день');
    expect(mail.body).toContain('Hello');
  });
});
