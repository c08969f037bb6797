// Originals: opens PDF, Office and OpenDocument files with the cited passage marked, and images as they are.
import type { Feature } from '../../core/extensions.ts';
import type { OfficeFormat } from './office-tree.ts';

const OFFICE: readonly OfficeFormat[] = ['docx', 'odt', 'pptx', 'odp'];
/** Their grid, which sorts and sums, comes first. */
const SHEETS: readonly OfficeFormat[] = ['xlsx', 'ods'];

const register: Feature = (offer) => {
  offer('documentView', {
    id: 'original',
    label: 'Original',
    fits: (document, original) => original !== undefined && document.metadata['format'] === 'pdf',
    load: () => import('./PdfView.svelte'),
  });
  offer('documentView', {
    id: 'office',
    label: 'Original',
    fits: (document, original) =>
      original !== undefined && OFFICE.some((format) => format === document.metadata['format']),
    load: () => import('./OfficeView.svelte'),
  });
  offer('documentView', {
    id: 'sheets',
    label: 'Original',
    fits: (document, original) =>
      original !== undefined && SHEETS.some((format) => format === document.metadata['format']),
    isAfterOthers: true,
    load: () => import('./OfficeView.svelte'),
  });
  offer('documentView', {
    id: 'picture',
    label: 'Original',
    fits: (document, original) => original !== undefined && document.metadata['format'] === 'picture',
    load: () => import('./PictureView.svelte'),
  });
};
export default register;
