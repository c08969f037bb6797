// Greetings, thanks and "what can you do": questions that no document answers. Pure.

export type Greeting = 'hello' | 'thanks' | 'help';

/** Complete questions in the languages of the widget. A question with more words is looked up. */
const SAID: Record<Greeting, string> = {
  hello:
    'hello|hello there|hi|hi there|hiya|hey|hey there|howdy|yo|greetings|good (?:morning|afternoon|evening|day)|' +
    'how are you|how are you doing|hallo|guten (?:tag|morgen|abend)|moin|servus|bonjour|salut|bonsoir|coucou|' +
    'hola|buenos d[ií]as|buenas|buenas (?:tardes|noches)|ciao|ol[áa]|你好|您好|嗨|こんにちは|こんばんは|おはよう|' +
    'おはようございます|مرحبا|أهلا|أهلا وسهلا|السلام عليكم|שלום',
  thanks:
    'thanks|thank you|thank you (?:so|very) much|thanks a lot|many thanks|thx|ty|cheers|great|great thanks|ok|okay|ok thanks|' +
    'okay thanks|perfect|cool|nice|danke|danke schön|vielen dank|merci|merci beaucoup|gracias|muchas gracias|' +
    '谢谢|多谢|ありがとう|ありがとうございます|شكرا|شكراً|תודה|bye|goodbye|see you',
  help:
    'help|help me|what can you do|what can you do for me|what do you do|what can i (?:do|ask)(?: you)?(?: here)?|' +
    'what is this|what are you|who are you|how does this work|how do i use (?:this|you)|how can you help(?: me)?|' +
    'can you help(?: me)?|hilfe|was kannst du|was kannst du (?:tun|alles)|was können sie|was können sie tun|wer bist du|wer sind sie|wie funktioniert das|aide|aidez moi|que peux tu faire|que pouvez vous faire|que sais tu faire|comment ça marche|qui es tu|qui êtes vous|' +
    'ayuda|qu[eé] puedes hacer|qu[eé] puede hacer|qui[eé]n eres|c[oó]mo funciona(?: esto)?|你能做什么|你会做什么|您能做什么|你可以做什么|帮助|你是谁|您是谁|何ができますか|何ができるの|できること|あなたは誰ですか|ヘルプ|使い方|ماذا يمكنك أن تفعل|ماذا تستطيع أن تفعل|ما الذي يمكنك فعله|من أنت|مساعدة',
};

const PATTERNS = (Object.keys(SAID) as Greeting[]).map(
  (kind) => [kind, new RegExp(`^(?:${SAID[kind]})$`, 'u')] as const,
);
/** No greeting is longer, in characters. */
const LONGEST = 60;

export function greetingIn(question: string): Greeting | undefined {
  if (question.length > LONGEST) return undefined;
  const words = question
    .toLowerCase()
    .normalize('NFC')
    .replace(/[’']/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ (?:perilune|please|all|everyone|everybody|friend)$/, '');
  return PATTERNS.find(([, pattern]) => pattern.test(words))?.[0];
}
