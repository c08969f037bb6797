// The worker in which pdf.js takes apart a file whose pages are shown. It has no storage, and may be ended at any moment.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';

tellUsedFiles();
