// Questions for one fact in everyday documents, in the words people use for it.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'schulfest.md': `# Einladung zum Sommerfest

## Beitrag

Bitte überweisen Sie den Beitrag bis zum 9. Juni auf das Konto der Schule.

## Waldspiel

Für das Waldspiel brauchen alle Kinder eine Mütze und feste Schuhe. Das Waldspiel ist jeden dritten Freitag.
`,
  'drucker.md': `# Drucker LX 20

## Daten

- Gewicht: 6,4 kg
- Garantie: 3 Jahre

## Aufstellen

Stellen Sie den Drucker auf einen festen Tisch. Das Kennwort steht auf der Rückseite des Druckers.
`,
  'van-hire.md': `# Van hire

**Contract no.** VH-3071

## Dates

Collection: 4 May 2027, 09:00
Return: 6 May 2027, 17:00

## Late return

A delay of up to 40 minutes is free.

## Breakdown

Call Orbit Assist on 0113 555 7788 at any time.

## Mileage

Each km above 600 costs 20p.

## Sizes

| Van | Seats | Price |
| --- | --- | --- |
| Small | 3 | 45 € |
| Large | 9 | 80 € |

Open Tuesdays 8–12 and Fridays 14–18.
`,
  'changes.md': `# Changes of Pebble

## 3.2.0 – 2026-04-11

### Added

- Notes can be pinned.

## 3.1.4 – 2026-01-30

### Fixed

- Search no longer misses capital letters.
`,
  'stew.md': `# Bean stew

Serves 6.

## Method

1. Soak the beans overnight.
2. Simmer them with thyme for two hours.
`,
  'hausmeister.md': `# Aushang

## Abfuhr

Die braune Tonne wird donnerstags geleert, Glas am letzten Dienstag im Monat.

## Netz

Das Gäste-WLAN heißt „Birke“.

Frau Tomke Reents, Hausleiterin
`,
  'verein.md': `# Aus dem Verein

Im April sammelten wir Flaschen.

Die Reinigung der Halle übernimmt Firma Quast jeden Montag.

Trompeten dürfen höchstens eine Stunde am Tag gespielt werden.
`,
  'folding.md': `# Folding

The evening course in folding costs 12 € and runs on two Mondays.
`,
  'movers.md': `# Firms for the move

| Firm | Price | Called on |
| --- | --- | --- |
| Blom & Sons | 610 € | 2027-02-03 |
| Kisten-Karl | 480 € | 2027-02-05 |
`,
  'museum.md': `# Museum Talheim

Der Eintritt kostet 4 Euro.

Schließtage: 23. Dezember bis 6. Januar
`,
  'font-licence.txt': `FONT LICENCE

1. Font. We let you use the font on up to three screens at the same time.

2. Price and payment. The font costs 24 euros a year.`,
  'tooth.md': `# After the filling

Do not chew until two hours have passed. Avoid hot drinks today.

## Sport

Avoid climbing for four days.
`,
  'codes.md': `# Oven

| Display | Reason | Remedy |
| --- | --- | --- |
| E31 | The door is open | Close the door |
| E44 | The fan is blocked | Clean the fan |
`,
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

test.each([
  ['Bis wann muss der Beitrag überwiesen sein?', /bis zum 9\. Juni/],
  ['Was müssen die Kinder zum Waldspiel mitbringen?', /Mütze/],
  ['Wie oft ist das Waldspiel?', /jeden dritten Freitag/],
  ['Wie schwer ist der Drucker?', /6,4 kg/],
  ['Wo steht das Passwort?', /Rückseite/],
  ['When do I have to return the van?', /6 May 2027/],
  ['Who do I call if the van breaks down?', /0113 555 7788/],
  ['What is paid per kilometre?', /20p/],
  ['How much is the large van?', /80 €/],
  ['When is the van hire open?', /Tuesdays 8–12/],
  ['What is the contract number?', /VH-3071/],
  ['When was version 3.1.4 released?', /2026-01-30/],
  ['How many people does the recipe serve?', /Serves 6/],
  ['What does error E31 mean?', /door is open/],
  ['Wann wird das Altglas abgeholt?', /letzten Dienstag/],
  ['Wann hat das Museum geschlossen?', /23\. Dezember/],
  ['Wer putzt die Halle?', /Firma Quast/],
  ['Wie lange darf ich Trompete spielen?', /eine Stunde/],
  ['Wie heißt das WLAN?', /Birke/],
  ['How much is the font?', /24 euros/],
  ['When can I chew again?', /two hours/],
  ['Can I drink coffee after the filling?', /hot drinks/],
])('answers “%s”', async (question, words) => {
  expect((await library.answer(question)).answer?.text).toMatch(words);
});

test.each([
  'How wide is the large van?',
  'What is the registration number of the van?',
  'Was kostet der Drucker?',
  'Who is the director of the van hire?',
  'What colour is the van?',
  "What is Blom's phone number?",
  'Who teaches the course in folding?',
  'How much does the oven cost?',
  "What is the caretaker's phone number?",
  'Wie alt ist Tomke Reents?',
])('refuses “%s”', async (question) => {
  expect((await library.answer(question)).answer).toBeNull();
});
