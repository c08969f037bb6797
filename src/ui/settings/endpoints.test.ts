// How the settings interpret a typed address.
import { describe, expect, it } from 'vitest';
import { addressProblem, isThisDevice, keyProblem, originOf, presetOf, PRESETS } from './endpoints.ts';

describe('an endpoint’s address', () => {
  it('is recognised as a known service, with or without a trailing slash', () => {
    for (const preset of PRESETS) expect(presetOf(`${preset.baseUrl}/`)).toBe(preset);
    expect(presetOf('https://example.com/v1')).toBeUndefined();
  });

  it('belongs to one origin, whatever its path', () => {
    expect(originOf(' https://api.example.com/v1 ')).toBe('https://api.example.com');
    expect(originOf('http://localhost:1234/v1')).not.toBe(originOf('http://localhost:11434/v1'));
    expect(originOf('javascript:alert(1)')).toBeUndefined();
    expect(originOf('api.example.com')).toBeUndefined();
  });

  it('is refused with a sentence if invalid', () => {
    expect(addressProblem('')).toMatch(/^Enter the address/);
    expect(addressProblem('api.openai.com')).toMatch(/not a web address/);
    expect(addressProblem('https://api.openai.com/v1')).toBeUndefined();
  });

  it('accepts a key only over an encrypted or local connection', () => {
    expect(keyProblem('http://api.example.com/v1')).toMatch(/could read the key/);
    for (const fine of [
      'https://api.example.com/v1',
      'http://localhost:1234/v1',
      'http://192.168.1.4/v1',
      '',
    ]) {
      expect(keyProblem(fine)).toBeUndefined();
    }
  });

  it('says whether text leaves this device', () => {
    expect(isThisDevice('http://localhost:11434/v1')).toBe(true);
    expect(isThisDevice('http://127.0.0.1:8080')).toBe(true);
    expect(isThisDevice('http://localhost.example.com/v1')).toBe(false);
    expect(isThisDevice('http://192.168.1.4/v1')).toBe(false);
  });
});
