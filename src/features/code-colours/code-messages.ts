// What the page and the worker for code tell each other.
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
