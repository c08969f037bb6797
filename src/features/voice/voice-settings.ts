// How this browser speaks and listens. Voices differ from device to device, so the choice stays in this browser.
import { isObject, type Json } from '../../base/json.ts';

export interface VoiceSettings {
  /** The `voiceURI` of the voice that reads aloud. Absent: one that fits the language of the text. */
  voice?: string;
  /** Speed of reading, 0.5 to 2. */
  rate: number;
  /** BCP 47 tag of dictation. Absent: the first language of the browser. */
  language?: string;
  /** The user agreed that dictated speech goes to the service of the browser's maker. */
  sendsSpeech: boolean;
  /** The user agreed that texts to be read aloud go there. */
  sendsTexts: boolean;
  /** A dictated question is sent immediately, its answer is read aloud, and dictation continues. */
  handsFree: boolean;
}

const KEY = 'perilune.voice';
export const SLOWEST = 0.5;
export const FASTEST = 2;

/** Returns the saved settings. Values it can't read fall back to their defaults. */
export function voiceSettings(): VoiceSettings {
  return readVoiceSettings(stored());
}

/** Saves changed settings. Without storage they are lost when the page closes. */
export function changeVoiceSettings(changed: Partial<VoiceSettings>): VoiceSettings {
  const settings = { ...voiceSettings(), ...changed };
  inMemory = JSON.stringify(settings);
  try {
    localStorage.setItem(KEY, inMemory);
  } catch {
    // Storage is blocked.
  }
  return settings;
}

export function readVoiceSettings(saved: Json | undefined): VoiceSettings {
  const { voice, rate, language, sendsSpeech, sendsTexts, handsFree } = isObject(saved) ? saved : {};
  return {
    ...(typeof voice === 'string' && { voice }),
    ...(typeof language === 'string' && { language }),
    rate: typeof rate === 'number' ? Math.min(FASTEST, Math.max(SLOWEST, rate)) : 1,
    sendsSpeech: sendsSpeech === true,
    sendsTexts: sendsTexts === true,
    handsFree: handsFree === true,
  };
}

let inMemory: string | undefined;

function stored(): Json | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? inMemory ?? 'null') as Json;
  } catch {
    return inMemory === undefined ? undefined : (JSON.parse(inMemory) as Json);
  }
}
