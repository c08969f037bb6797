// What a finished batch of documents reads like. Pure.
import { count } from '../parts/quantities.ts';

/** `12 documents added, 1,204 passages. 2 skipped.` */
export function reportText(report: {
  documents: number;
  passages: number;
  skipped: readonly unknown[];
  cancelled: boolean;
}): string {
  const parts: string[] = [];
  if (report.documents > 0) {
    parts.push(`${count(report.documents, 'document')} added, ${count(report.passages, 'passage')}.`);
  } else {
    parts.push('No documents added.');
  }
  if (report.skipped.length > 0) parts.push(`${count(report.skipped.length, 'file')} skipped.`);
  if (report.cancelled) parts.push('Cancelled before the end.');
  return parts.join(' ');
}
