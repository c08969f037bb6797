// The worker that reads imports. It has no storage, and may be ended at any moment.
import './serve-imports.ts';
