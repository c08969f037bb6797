// Words the result of a finished batch. Pure.
import { ORIGINAL_BYTES, type NotKeptReason } from '../../core/original.ts';
import { count, sizeText } from '../components/quantities.ts';
import { language } from '../texts/texts.ts';

interface Skipped {
  unchanged?: true;
}

/** With more existing documents than this, shows only their number. */
const FEW = 5;

/** Returns the listed documents, and the number of existing ones that are only counted. */
export function shortened<One extends Skipped>(report: {
  skipped: readonly One[];
  unchanged: number;
}): { skipped: readonly One[]; unchanged: number } {
  const named = report.skipped.filter(({ unchanged }) => unchanged);
  if (report.unchanged <= FEW) return { ...report, unchanged: report.unchanged - named.length };
  return { skipped: report.skipped.filter(({ unchanged }) => !unchanged), unchanged: report.unchanged };
}

/** Why a file is not kept although its text is in the library. */
export function notKeptText(reason: NotKeptReason): string {
  switch (reason) {
    case 'large':
      return `it is over ${sizeText(ORIGINAL_BYTES)}`;
    case 'full':
      return 'the browser is low on space';
    case 'unreadable':
      return 'it could not be read a second time';
  }
}

/** `12 documents added, 1,204 passages. 40 were already there, unchanged. 2 files skipped.` */
export function reportText(report: {
  documents: number;
  passages: number;
  skipped: readonly Skipped[];
  unchanged: number;
  cancelled: boolean;
}): string {
  const { skipped, unchanged } = shortened(report);
  const parts: string[] = [];
  if (report.documents > 0) {
    parts.push(`${count(report.documents, 'document')} added, ${count(report.passages, 'passage')}.`);
  } else {
    parts.push('No documents added.');
  }
  if (unchanged > 0) {
    parts.push(
      `${unchanged.toLocaleString(language)} ${unchanged === 1 ? 'was' : 'were'} already there, unchanged.`,
    );
  }
  if (skipped.length > 0) parts.push(`${count(skipped.length, 'file')} skipped.`);
  if (report.cancelled) parts.push('Canceled before it finished.');
  return parts.join(' ');
}
