// Reads a chat file to show what is in it, before anything is stored.
import type { ChatImport, ShownChat } from '../../ui/extension-points.ts';
import { readExport } from './read-export.ts';

export const lookAtFile: ChatImport['look'] = async (file) =>
  (await readExport(file)).conversations.map(({ conversation, messages }): ShownChat => ({
    title: conversation.title,
    messages: messages.map(({ role, parts }) => {
      const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      const others = parts.filter(({ type }) => type !== 'text');
      return {
        role,
        text: texts.join('\n\n'),
        ...(others.length > 0 && { more: JSON.stringify(others, undefined, 1) }),
      };
    }),
  }));
