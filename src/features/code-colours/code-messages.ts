// Messages between the page and the code worker.
import type { CodeStretch } from '../../core/code-stretch.ts';

export interface CodeRequest {
  id: number;
  code: string;
  language: string;
}

export interface CodeAnswer {
  id: number;
  stretches: CodeStretch[];
}
