// Passphrases at a thousandth of their cost, for tests of what happens to the key.
import { afterAll, beforeAll } from 'vitest';

/**
 * Derives keys with a thousandth of the rounds while a file's tests run: 600,000 take 0.2 s on an idle machine. A spy
 * on `deriveKey` still sees the number that was asked for.
 */
export function useFewRounds(): void {
  const { subtle } = crypto;
  beforeAll(() => {
    const deriveKey = subtle.deriveKey.bind(subtle);
    subtle.deriveKey = (algorithm, ...rest) => {
      const asked = algorithm as Pbkdf2Params;
      return deriveKey({ ...asked, iterations: asked.iterations / 1000 }, ...rest);
    };
  });
  // Restores the built-in function.
  afterAll(() => void Reflect.deleteProperty(subtle, 'deriveKey'));
}
