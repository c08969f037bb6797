// Converts OKLCH colours to the hexadecimal values that Blockly needs. Pure.

/** @param hue in degrees @returns `#rrggbb`, clamped to the sRGB gamut */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  return `#${rgbOf(lightness, chroma, hue)
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The matrices of Björn Ottosson's Oklab, from its definition. */
function rgbOf(lightness: number, chroma: number, hue: number): number[] {
  const angle = (hue / 180) * Math.PI;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(gamma);
}

function gamma(linear: number): number {
  const inside = Math.min(1, Math.max(0, linear));
  return inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
}
