// Slides of PowerPoint and OpenDocument files as plain data: what is on each, and where. Pure.
import type { Drawing, Paragraph } from './office-drawing.ts';

/** In shares of the width and height of the slide. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextLook {
  /** Points. */
  size?: number;
  align?: 'center' | 'end';
  /** Where text stands in a box that is higher. */
  anchor?: 'center' | 'end';
  /** Its paragraphs have bullets or numbers. */
  isList?: boolean;
}

export interface Placing {
  box?: Box;
  look?: TextLook;
}

export type SlideItem = (Drawing | { kind: 'picture'; part: string; alt: string }) & Placing;

export interface Slide {
  title: string;
  titlePlacing?: Placing;
  items: SlideItem[];
  /** Of the speaker. */
  notes: Paragraph[];
  /** Width in points, and width by height. */
  width: number;
  ratio: number;
}

/** A slide of four by three, as programs make where nothing is stated. */
export const USUAL_SLIDE = { width: 720, height: 540 } as const;

/** @returns undefined for what can't be a place on a slide */
export function boxOn(slide: { width: number; height: number }, place: Box): Box | undefined {
  const box = {
    x: place.x / slide.width,
    y: place.y / slide.height,
    width: place.width / slide.width,
    height: place.height / slide.height,
  };
  const isUsable =
    Object.values(box).every((share) => Math.abs(share) <= 2) && box.width >= 0 && box.height >= 0;
  return isUsable ? box : undefined;
}

/** The first that states something decides. */
export function mergedLook(...looks: readonly (TextLook | undefined)[]): TextLook {
  return Object.assign({}, ...looks.toReversed()) as TextLook;
}
