// The worker in which pdf.js parses a file to be shown. It has no storage, and may be terminated at any moment.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';

tellUsedFiles();
