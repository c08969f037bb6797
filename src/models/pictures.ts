// Pictures in a request, and the request without them for models that take none.
import type { Picture } from '../core/picture.ts';
import type { Model, ModelMessage, ModelRequest } from './model.ts';

export function picturesIn({ messages }: Pick<ModelRequest, 'messages'>): Picture[] {
  return messages.flatMap((message) => (message.role === 'user' ? (message.pictures ?? []) : []));
}

/** The model is told that there were some, so that it does not talk as if nothing had been shown. */
export function withoutPictures(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== 'user' || !message.pictures?.length) return message;
    const { pictures, text } = message;
    const names = pictures.map(({ title }) => JSON.stringify(title)).join(', ');
    return { role: 'user', text: `${text}\n\n(Attached pictures, which you cannot see: ${names})` };
  });
}

/** A model that takes no pictures, asked without them. It says so first. */
export function leavingPicturesOut(model: Model): Model {
  return {
    ...model,
    id: model.id,
    get contextWindow() {
      return model.contextWindow;
    },
    async *stream(request, signal) {
      let untold = picturesIn(request).length > 0;
      const messages = untold ? withoutPictures(request.messages) : request.messages;
      for await (const event of model.stream({ ...request, messages }, signal)) {
        const isBegun = event.type !== 'waiting' && event.type !== 'downloading';
        if (untold && isBegun) yield { type: 'without_pictures' };
        untold &&= !isBegun;
        yield event;
      }
    },
  };
}
