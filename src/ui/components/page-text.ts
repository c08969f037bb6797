// Describes a passage's place in its file, and whether its text comes from OCR. Pure.

interface Place {
  page?: number | undefined;
  recognised?: true | undefined;
}

/** `page 3`, `recognized from a picture, page 3`, or nothing. */
export function pageText({ page, recognised }: Place): string {
  const parts = [...(recognised ? ['recognized from a picture'] : []), ...(page ? [`page ${page}`] : [])];
  return parts.join(', ');
}
