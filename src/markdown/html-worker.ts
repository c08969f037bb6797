// The worker that parses long Markdown texts for the app. It has no storage, and can be terminated at any time.
import './serve-html.ts';
