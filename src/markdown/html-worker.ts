// The worker that reads long Markdown texts for the app. It has no storage, and may be ended at any moment.
import './serve-html.ts';
