// Default title of a conversation: the first line of its first question, cut at a word.
const LONGEST = 60;

export function conversationTitle(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.replace(/\s+/g, ' ').trim() ?? '';
  if (line === '') return 'New conversation';
  const letters = [...line];
  if (letters.length <= LONGEST) return line;
  const cut = letters.slice(0, LONGEST - 1).join('');
  return `${cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut}…`;
}
