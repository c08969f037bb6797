// Tells whether a question is about Perilune itself, so that its guide may answer beside the user's own documents.

/** Its name, its own features, and words for itself. */
const PERILUNE =
  /\bperilune\b|\b(?:this|the) (?:app|page|workspace|program|studio)\b|\blua\b|\b(?:my|a|the|your|own|write|make|create|import|export|share|test|run|new) tools?\b|\btools? (?:calls?|studio|bundles?|polic(?:y|ies)|versions?)\b|\bhost calls?\b|\bsite index\b|\bwidget\b|\bsandbox\b|\brun log\b|\b(?:search|find) by meaning\b|\bsemantic search\b|\bembeddings?\b|\bconnect (?:a|my|the|another) model\b|\b(?:openrouter|ollama|lm studio|web ?mcp|mcp server)\b|\bleaves? my (?:device|computer|browser)\b|\b(?:work|works|use|used) offline\b|\b(?:my|the|a) library\b|\bprofiles?\b.*\bchats?\b|\bchats?\b.*\bprofiles?\b|\bback ?up\b.*\b(?:everything|library|browser|chats?)\b|\bsecrets? (?:vault|in tools?)\b|\bflows?\b.*\b(?:steps?|tools?)\b|\bapi keys?\b.*\b(?:stored?|kept|saved?|safe)\b/i;

export function isAboutGuide(question: string): boolean {
  return PERILUNE.test(question);
}

/** Typical actions on an app and its parts, which the user's own documents may mention as well. */
const USING_AN_APP =
  /\b(?:add|import|upload|drop|open|delete|remove|export|back ?up|search|find|connect|install|share|sync|move|rename|tag)\b[^?]*\b(?:documents?|files?|folders?|web pages?|library|models?|tools?|chats?|sources?|connectors?)\b/i;

/** Tells whether the question may be about the app: then its guide answers if nothing else does. */
export function mayBeAboutGuide(question: string): boolean {
  return isAboutGuide(question) || USING_AN_APP.test(question);
}

/** Parts and data of an app. Other documents mention them too, so the guide must be far better. */
const PART_OF_AN_APP =
  /\b(?:browsers?|offline|accounts?|api keys?|keyboard|shortcuts?|hotkeys?|dark mode|themes?|storage|chats?|conversations?|models?|tools?|documents?|files?|formats?|pdfs?|folders?|library|data|privacy|private|upload\w*|leaves?|chatgpt|openai|claude|gemini|gpt|llms?|ai|internet|undo|back ?ups?|website|phone|languages?|app)\b/i;

/** Tells whether the guide may answer if it is sure and other documents are not. */
export function couldBeAboutGuide(question: string): boolean {
  return PART_OF_AN_APP.test(question);
}
