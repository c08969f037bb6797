// Imports chats exported by ChatGPT, Open WebUI or Perilune.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) =>
  offer('chatImport', {
    hint: 'From ChatGPT, Open WebUI, or exported here.',
    accept: '.zip,.json,application/json,application/zip',
    look: async (file) => (await import('./look-file.ts')).lookAtFile(file),
    take: async (...given) => (await import('./take-file.ts')).takeFile(...given),
  });
export default register;
