// The worker that reads imports. It has no storage, and may be terminated at any moment.
import './serve-imports.ts';
