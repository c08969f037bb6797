// Originals: opens PDF, Word and PowerPoint files with the cited passage marked, and images as they are.
import { once } from '../../core/deferred.ts';
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('documentView', {
    id: 'original',
    label: 'Original',
    fits: (document, original) => original !== undefined && document.metadata['format'] === 'pdf',
    load: once(() => import('./PdfView.svelte')),
  });
  offer('documentView', {
    id: 'office',
    label: 'Original',
    fits: (document, original) =>
      original !== undefined && ['docx', 'pptx'].includes(String(document.metadata['format'])),
    load: once(() => import('./OfficeView.svelte')),
  });
  offer('documentView', {
    id: 'picture',
    label: 'Original',
    fits: (document, original) => original !== undefined && document.metadata['format'] === 'picture',
    load: once(() => import('./PictureView.svelte')),
  });
};
export default register;
