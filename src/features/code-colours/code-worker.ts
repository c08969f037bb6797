// The worker that reads code. It has no storage, and may be ended at any moment.
import './serve-code.ts';
