// The worker that tokenises code. It has no storage, and may be terminated at any moment.
import './serve-code.ts';
