// Which voice reads a text, and what the saved choice may be.
import { describe, expect, it } from 'vitest';
import { voiceFor } from './read-aloud.ts';
import { readVoiceSettings } from './voice-settings.ts';

const voice = (voiceURI: string, lang: string, localService = true, isDefault = false) => ({
  voiceURI,
  lang,
  localService,
  default: isDefault,
});
const VOICES = [
  voice('cloud-de', 'de-DE', false),
  voice('en', 'en-US', true, true),
  voice('en-other', 'en_GB'),
  voice('de', 'de-AT'),
];

describe('the voice for a text', () => {
  it('speaks its language, and is on this device', () => {
    expect(voiceFor(VOICES, 'de', { sendsTexts: true })?.voiceURI).toBe('de');
    expect(voiceFor(VOICES, 'en', { sendsTexts: false })?.voiceURI).toBe('en');
  });

  it('is the chosen one only for its own language', () => {
    expect(voiceFor(VOICES, 'en', { voice: 'en-other', sendsTexts: false })?.voiceURI).toBe('en-other');
    expect(voiceFor(VOICES, 'de', { voice: 'en-other', sendsTexts: false })?.voiceURI).toBe('de');
  });

  it('is never one of a service that the user did not agree to', () => {
    const cloud = [voice('cloud', 'en-US', false, true)];
    expect(voiceFor(cloud, 'en', { voice: 'cloud', sendsTexts: false })).toBeUndefined();
    expect(voiceFor(cloud, 'en', { sendsTexts: true })?.voiceURI).toBe('cloud');
  });

  it('is none of a service when the user agreed to dictation alone', () => {
    const cloud = [voice('cloud', 'en-US', false, true)];
    expect(voiceFor(cloud, 'en', readVoiceSettings({ sendsSpeech: true }))).toBeUndefined();
  });
});

describe('saved voice settings', () => {
  it.each([
    [undefined, { rate: 1, sendsSpeech: false, sendsTexts: false, handsFree: false }],
    [
      { rate: 99, sendsSpeech: 'yes', sendsTexts: 1, handsFree: 1, voice: 7 },
      { rate: 2, sendsSpeech: false, sendsTexts: false, handsFree: false },
    ],
    [
      { rate: 0.1, sendsSpeech: true, language: 'de' },
      { rate: 0.5, sendsSpeech: true, sendsTexts: false, handsFree: false, language: 'de' },
    ],
  ])('read %j as %j', (saved, settings) => {
    expect(readVoiceSettings(saved)).toEqual(settings);
  });
});
