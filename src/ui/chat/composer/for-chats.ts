// Which of an endpoint's models write answers: lists name models for embeddings, speech and pictures too. Pure.

/** Parts of names of models that do something else. They stay usable by typing the name in Settings. */
const OTHER =
  /(?:^|[-_/:.])(?:embed|embeddings?|rerank(?:er)?|moderation|whisper|tts|transcribe|dall-e|image|sora|bge|minilm)(?:$|[-_/:.\d])/i;

export function isForChats(model: string): boolean {
  return !OTHER.test(model);
}
